import type { Archive } from "../../api/operations.generated.ts";

/** The scheduler that a file is from: its address and its tenant, as far as the file says. */
export function sourceName({ source: { deployment, tenant } }: Pick<Archive, "source">): string {
  return deployment === null ? tenant : `${deployment} · ${tenant}`;
}
