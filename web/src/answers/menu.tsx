// A button that opens a list of actions below it. The list closes by Escape, by a click elsewhere, and after an action.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

// `hint`: what the menu is for.
type MenuProps = { title: string; hint: string; children: ComponentChildren; opened?: () => void };

export function Menu({ title, hint, children, opened }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return; // the menu has gone before the page was painted
    const close = (event: Event) => {
      const isInside = event.composedPath().includes(element);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !isInside) element.open = false;
    };
    addEventListener("keydown", close);
    addEventListener("pointerdown", close);
    addEventListener("hashchange", close);
    return () => {
      removeEventListener("keydown", close);
      removeEventListener("pointerdown", close);
      removeEventListener("hashchange", close);
    };
  }, []);
  return (
    <details class="menu" ref={menu} onToggle={(event) => event.currentTarget.open && opened?.()}>
      <summary title={hint}>{title}</summary>
      <div
        onClick={(event) => {
          if (event.target instanceof HTMLButtonElement) event.currentTarget.closest("details")!.open = false;
        }}
      >
        {children}
      </div>
    </details>
  );
}
