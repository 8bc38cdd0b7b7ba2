// Light or dark, as the system has it unless the user chooses.

import { useEffect, useState } from "preact/hooks";

const KEY = "quadrille-theme";
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

function keptTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system"; // the browser keeps nothing here
  }
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(keptTheme);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  function choose(next: Theme) {
    setTheme(next);
    try {
      if (next === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch {
      // It lasts as long as the page.
    }
  }
  return (
    <label>
      Colours{" "}
      <select value={theme} onChange={(event) => choose(event.currentTarget.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
