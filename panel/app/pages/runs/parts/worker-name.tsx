import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";

/** The end of the id a worker makes for itself, behind its app. */
const OWN_ID = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{6}(?=[\da-f]{6}$)/;

/** A worker, short: its app and the end of its id; the whole of it for who points there. */
export function WorkerName({ id }: { readonly id: string }): ReactElement {
  return (
    <Anchor
      size="xs"
      c="dimmed"
      className="mono nowrap"
      title={id}
      renderRoot={(props) => <Link to="/workers" {...props} />}
    >
      {id.replace(OWN_ID, "…")}
    </Anchor>
  );
}
