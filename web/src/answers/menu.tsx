// A button that opens a list of actions below it. The list closes by Escape, by a click elsewhere, and after an action.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

// `hint`: what the menu is for.
type MenuProps = { title: string; hint: string; children: ComponentChildren; opened?: () => void };

export function Menu({ title, hint, children, opened }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isInside = event.composedPath().includes(menu.current!);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !isInside) menu.current!.open = false;
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
    <details class="menu" ref={menu} onToggle={() => menu.current!.open && opened?.()}>
      <summary title={hint}>{title}</summary>
      <div
        onClick={(event) => {
          if (event.target instanceof HTMLButtonElement) menu.current!.open = false;
        }}
      >
        {children}
      </div>
    </details>
  );
}
