import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { NamesInput, type NamesInputProps } from "./names-input.tsx";

const REST_MS = 200;
const SHOWN = 20;

export type JobNamesProps = Omit<NamesInputProps, "known" | "unknownWords" | "onTyped">;

/** Several jobs: keys, which are found as they are typed, or patterns of keys. */
export function JobNames(props: JobNamesProps): ReactElement {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, REST_MS);
  const jobs = useApi(
    "listJobs",
    { query: { limit: SHOWN, ...(search !== "" && { search }) } },
    { everyMs: 60_000, keepPrevious: true },
  );
  const known = (jobs.data?.items ?? []).map(({ key }) => key);
  return <NamesInput {...props} known={known} onTyped={setTyped} />;
}
