import { useNavigate, useSearch } from "@tanstack/react-router";
import type { TaskSearch } from "./task-search.ts";

export interface TaskPlace extends TaskSearch {
  /** Looks at something else; what is not named stays. */
  go(change: TaskSearch): void;
}

/** What is looked at in a run of a task, as the URL has it. */
export function useTaskPlace(): TaskPlace {
  const { view, node, part, with: other } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (change: TaskSearch): void => {
    const search = (before: object): never => ({ ...before, ...change }) as never;
    void navigate({ to: ".", search, hash: true, replace: true, resetScroll: false });
  };
  return { view, node, part, with: other, go };
}
