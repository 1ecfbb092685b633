import type { ReactElement } from "react";
import { TimeMode } from "../../../time/format-time.ts";
import { useTimeMode } from "../../../time/time-mode.tsx";
import { shortId } from "./short-id.ts";

export interface ShortRunIdProps {
  readonly id: string;
  readonly jobKey: string;
}

/** A run among others of its job; the id of a fire says when it was due, as the viewer wants instants shown. */
export function ShortRunId({ id, jobKey }: ShortRunIdProps): ReactElement {
  const { mode } = useTimeMode();
  return <>{shortId(id, jobKey, mode === TimeMode.Utc)}</>;
}
