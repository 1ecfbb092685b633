import { INITIAL_STATES, TRANSITIONS } from "@mojob/core/engine";
import { JOB_STATES, TERMINAL_STATES } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

const page = readText("docs/state-machine.md");
const diagram = /```mermaid\nstateDiagram-v2\n([^]*?)```/.exec(page)?.[1] ?? "";
const drawn = [...diagram.matchAll(/^ {4}(\S+) --> (\S+?)(?:: .+)?$/gm)].map(
  ([, from, to]) => `${from} --> ${to}`,
);

describe("docs/state-machine.md", () => {
  it("draws every edge of TRANSITIONS and no other", () => {
    const edges = [
      ...INITIAL_STATES.map((state) => `[*] --> ${state}`),
      ...JOB_STATES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} --> ${to}`)),
      ...TERMINAL_STATES.map((state) => `${state} --> [*]`),
    ];
    expect([...drawn].sort()).toEqual([...edges].sort());
  });

  it("draws nothing it does not understand", () => {
    const lines = diagram
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.trim().startsWith("direction"));
    expect(lines).toHaveLength(drawn.length);
  });

  it("says of every state what it means, who moves it on and what cleans it up", () => {
    const sections = [...page.matchAll(/^### (\w+)\n\n([^]+?)(?=\n#|(?![^]))/gm)];
    expect(new Set(sections.map(([, state]) => state))).toEqual(new Set<string>(JOB_STATES));
    for (const [, state, text] of sections) expect(text?.length, state).toBeGreaterThan(150);
  });
});
