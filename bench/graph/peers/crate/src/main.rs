// Measures the kernels of the crate `graph` on a file of edges that quadrille-bench graph --write has made: reads it,
// builds the graphs, prints a line of JSON for each kernel.
//
//   graph-peer EDGES KERNELS TRIALS THREADS TOLERANCE SECONDS

use graph::prelude::*;
use std::time::Instant;

struct Edges {
    sources: Vec<u32>,
    delta: f32,
    rows: Vec<(u32, u32, f32)>,
}

fn read(path: &str) -> Edges {
    let bytes = std::fs::read(path).expect("the file of edges can be read");
    let numbers: Vec<u32> = bytes.chunks_exact(4).map(|four| u32::from_ne_bytes(four.try_into().unwrap())).collect();
    let begin = 4 + numbers[2] as usize;
    let rows = numbers[begin..].chunks_exact(3).map(|row| (row[0], row[1], row[2] as f32)).collect();
    Edges { sources: numbers[4..begin].to_vec(), delta: numbers[3] as f32, rows }
}

// Calls call(run) until there were `runs` or the time is over; prints the median and the first answer.
fn measure(kernel: &str, how: &str, runs: usize, seconds: f64, mut call: impl FnMut(usize) -> u64) {
    let began = Instant::now();
    let mut times = Vec::new();
    let mut answer = 0;
    for run in 0..runs {
        let start = Instant::now();
        let found = call(run);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if run == 0 {
            answer = found;
        }
        if began.elapsed().as_secs_f64() > seconds {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let median = (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2.0;
    println!(
        "{{\"kernel\": \"{kernel}\", \"how\": \"{how}\", \"ms\": {median}, \"runs\": {}, \"answer\": {answer}}}",
        times.len()
    );
}

fn directed(edges: &Edges) -> DirectedCsrGraph<u32> {
    let both = edges.rows.iter().flat_map(|&(source, target, _)| [(source, target), (target, source)]);
    GraphBuilder::new().csr_layout(CsrLayout::Sorted).edges(both.collect::<Vec<_>>()).build()
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let (trials, threads): (usize, usize) = (words[3].parse().unwrap(), words[4].parse().unwrap());
    let (tolerance, seconds): (f64, f64) = (words[5].parse().unwrap(), words[6].parse().unwrap());
    let is_wanted = |kernel: &str| words[2].split(',').any(|one| one == kernel);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().unwrap();
    let edges = read(&words[1]);
    if is_wanted("sssp") {
        let both = edges.rows.iter().flat_map(|&(source, target, weight)| [(source, target, weight), (target, source, weight)]);
        let graph: DirectedCsrGraph<u32, (), f32> =
            GraphBuilder::new().csr_layout(CsrLayout::Sorted).edges_with_values(both.collect::<Vec<_>>()).build();
        measure("sssp", "delta_stepping", edges.sources.len(), seconds, |run| {
            let distances = delta_stepping(&graph, DeltaSteppingConfig::new(edges.sources[run] as usize, edges.delta));
            distances.iter().filter(|one| one.load(std::sync::atomic::Ordering::Relaxed) < f32::MAX).count() as u64
        });
    }
    if is_wanted("wcc") || is_wanted("pagerank") {
        let graph = directed(&edges);
        if is_wanted("wcc") {
            measure("wcc", "wcc_afforest", trials, seconds, |_| {
                let components = wcc_afforest(&graph, WccConfig::default()).to_vec();
                components.iter().enumerate().filter(|&(node, &root)| node as u32 == root).count() as u64
            });
        }
        if is_wanted("pagerank") {
            measure("pagerank", "page_rank", trials, seconds, |_| {
                page_rank(&graph, PageRankConfig::new(100, tolerance, 0.85)).1 as u64 // rounds
            });
        }
    }
    if is_wanted("triangles") {
        let pairs = edges.rows.iter().map(|&(source, target, _)| (source, target));
        let mut graph: UndirectedCsrGraph<u32> =
            GraphBuilder::new().csr_layout(CsrLayout::Deduplicated).edges(pairs.collect::<Vec<_>>()).build();
        relabel_graph(&mut graph);
        measure("triangles", "global_triangle_count, relabelled before", trials, seconds, |_| global_triangle_count(&graph));
    }
}
