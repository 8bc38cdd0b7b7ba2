// The colours of the style sheet for canvases, which know no variables.

// Such as "rgb(27, 31, 36)". `name`: of a variable.
export function resolvedColour(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}

// Calls `changed` when the page becomes light or dark. Returns a function that ends this.
export function watchColours(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    system.removeEventListener("change", changed);
  };
}
