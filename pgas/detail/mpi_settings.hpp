#pragma once

// What MPI must be told before it starts, so that a user needs no settings. What the environment says goes first.
//
// Open MPI 4 has three ways for one-sided operations. osc/rdma knows shared memory only, and there only where processes
// may read each other's memory; osc/pt2pt refuses MPI_THREAD_MULTIPLE; osc/ucx works everywhere, but is left to
// InfiniBand unless told otherwise, and Debian's openmpi-mca-params.conf has it switched off. So UCX is
// allowed on every network: for messages, and for one-sided operations where osc/rdma, which is faster, cannot work.
// Besides, a program without mpiexec needs no daemon of Open MPI, and no folder in /tmp (all such programs make and
// remove the same one, and now and then one of them failed); and that a lost image cannot be reached is ours to tell.
// What processes of a host share is System V memory, which ends with the last of them, however they end; the files in
// /dev/shm that Open MPI prefers stay there when mpiexec is killed.
//
// MPICH gives processes of one host a shared memory of its own, and in MPI_Init each spins there until the last one has
// come. Images have their own shared memory, so MPICH treats every process as a host of its own (MPIR_CVAR_NOLOCAL);
// groups of one host then talk over UCX, as hosts do. Its hwloc need not list the devices of the host. A command of 4
// images on 2 cores takes 0.13 s of processor time with both and 0.27 s without.

namespace quadrille::pgas::detail {

// Local, before MPI_Init. The ways of communication are left alone where OMPI_MCA_pml or OMPI_MCA_osc is set.
void set_mpi_defaults();

}  // namespace quadrille::pgas::detail
