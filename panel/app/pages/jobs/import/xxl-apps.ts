import type { Operations } from "../../../api/operations.generated.ts";

type Worker = Pick<Operations["listWorkers"]["answer"]["items"][number], "app" | "runners">;

/** An app whose workers reach executors of XXL-JOB. */
export interface XxlApp {
  readonly app: string;
  /** The AppNames that MOJOB_XXL of its workers has; none where they take all. */
  readonly appNames: readonly string[];
}

/** The apps whose workers reach executors of XXL-JOB, by name. */
export function xxlApps(workers: readonly Worker[]): readonly XxlApp[] {
  const reaching = workers.flatMap(({ app, runners }) =>
    runners.flatMap(({ kind, names }) => (kind === "xxl" ? [{ app, names: names ?? [] }] : [])),
  );
  return [...Map.groupBy(reaching, ({ app }) => app)]
    .map(([app, offers]) => ({
      app,
      appNames: [...new Set(offers.flatMap(({ names }) => names))].toSorted(),
    }))
    .toSorted((a, b) => a.app.localeCompare(b.app));
}
