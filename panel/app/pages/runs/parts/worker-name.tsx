import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";

/** The end of the id a worker makes for itself, behind its app. */
const OWN_ID = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{6}(?=[\da-f]{6}$)/;

/**
 * A worker as people call it; without a name, or when it is gone, short: its app and the end of its id. Its address, where it has one, and its
 * whole id are shown to who points there.
 */
export function WorkerName({ id }: { readonly id: string }): ReactElement {
  const workers = useApi("listWorkers", {}, { enabled: useMay("workers:read") });
  const worker = workers.data?.items.find((one) => one.id === id);
  const title = [worker?.name, worker?.address ?? worker?.host, id].filter(Boolean).join(" · ");
  return (
    <Anchor
      size="xs"
      c="dimmed"
      className="mono nowrap"
      title={title}
      renderRoot={(props) => <Link to="/workers" {...props} />}
    >
      {worker?.name ?? id.replace(OWN_ID, "…")}
    </Anchor>
  );
}
