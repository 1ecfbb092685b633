import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type TaskSearch, taskSearch } from "./task-search.ts";

export interface TaskPlace extends TaskSearch {
  /** Looks at something else; what is not named stays. */
  go(change: TaskSearch): void;
}

/** What is looked at in a run of a task, as the URL has it; what makes no sense there is ignored. */
export function useTaskPlace(): TaskPlace {
  const search = v.parse(taskSearch, useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: TaskSearch): void => {
    const next = (before: object): never => ({ ...before, ...change }) as never;
    void navigate({ to: ".", search: next, hash: true, replace: true, resetScroll: false });
  };
  return { ...search, go };
}
