import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../api/operations.generated.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { useNow } from "../../time/use-now.ts";
import { actorName } from "./actor-name.ts";
import { progressWords } from "./operation-words.ts";

/** One operation in a list. */
export function OperationRow({ operation }: { readonly operation: Operation }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const now = useNow();
  const { id, at, by, kind, note, undoneBy } = operation;
  return (
    <li className="act">
      <span className="act-at dimmed">
        <Time at={at} />
      </span>
      <div className="act-text">
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link to="/history/$id" params={{ id }} {...props} />}
        >
          {t(`history.kind.${kind}`)}
        </Anchor>{" "}
        <Text span size="sm">
          {actorName(by, t, nameOf)} · {progressWords(operation, now, t)}
          {undoneBy !== null && ` · ${t("history.undoneBy")}`}
        </Text>
        {note !== null && <div className="act-note">{note}</div>}
      </div>
    </li>
  );
}
