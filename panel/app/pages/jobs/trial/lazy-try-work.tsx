import { lazy, type ReactElement, Suspense } from "react";
import { withWords } from "../../../i18n/i18n.ts";
import type { TryWorkProps } from "./try-work.tsx";

const Loaded = lazy(
  withWords(async () => ({ default: (await import("./try-work.tsx")).TryWork }), "trial", "runJob"),
);

/** The kinds of work that can be tried: code is declared, and XXL-JOB's executors are called by their own jobs. */
const TRIED: ReadonlySet<string> = new Set([
  "script",
  "http",
  "command",
  "notice",
  "file",
  "sql",
  "transfer",
  "task",
]);

export interface LazyTryWorkProps extends TryWorkProps {
  /** Of the work. */
  readonly kind: string;
}

/** Runs what a form says once, where it can be tried; loaded after the form. */
export function LazyTryWork({ kind, ...props }: LazyTryWorkProps): ReactElement | null {
  if (!TRIED.has(kind)) return null;
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
