import { Anchor, Button, Progress, Table, Text, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleCheck, CircleX } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import type { Operation } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { useNow } from "../../time/use-now.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { actorName } from "./actor-name.ts";
import { progressWords } from "./operation-words.ts";
import { isUndoable, UndoDialog } from "./undo-dialog.tsx";
import "./history.css";

const route = getRouteApi("/history/$id");
const EVERY_MS = 1000;
const SHOWN = 200;

type Detail = ApiAnswer<"getOperation">;

/** An act on many: who did it, how far it is, by job and app, and what became of each. */
export function OperationPage(): ReactElement {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const [isOver, setOver] = useState(false);
  const detail = useApi("getOperation", { path: { id } }, isOver ? {} : { pollMs: EVERY_MS });
  const operation = detail.data?.operation;
  const hasEnded = operation?.endedAt != null;
  if (hasEnded !== isOver) setOver(hasEnded);
  return (
    <Page
      title={operation === undefined ? t("history.operations") : t(`history.kind.${operation.kind}`)}
      aside={operation !== undefined && <Undo operation={operation} />}
    >
      <QueryView query={detail}>{(data) => <OperationView {...data} />}</QueryView>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/history" search={{ tab: "operations" }} {...props} />}
      >
        {t("history.back")}
      </Anchor>
    </Page>
  );
}

function Undo({ operation }: { readonly operation: Operation }): ReactElement | null {
  const { t } = useTranslation();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  if (!isUndoable(operation, now)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(`history.undo.${operation.kind}`)}
      </Button>
      {isOpen && <UndoDialog operation={operation} onClose={() => setOpen(false)} />}
    </>
  );
}

function OperationView({ operation, items, names }: Detail): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const now = useNow();
  const { by, at, note, parts, total, done, leftAlone, undoOf, undoneBy } = operation;
  const sorted = items.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
  return (
    <>
      <Text size="sm" component="div" className="operation-facts">
        <b title={by?.id}>{actorName(by, t, nameOf)}</b>
        <Time at={at} />
        <span role="status">{progressWords(operation, now, t)}</span>
        {undoOf !== null && <OperationLink id={undoOf} text={t("history.undoOf")} />}
        {undoneBy !== null && <OperationLink id={undoneBy} text={t("history.undoneBy")} />}
      </Text>
      {note !== null && <div className="act-note">{note}</div>}
      <Progress
        value={total === 0 ? 100 : ((done + leftAlone) / total) * 100}
        aria-label={t("history.progress")}
      />
      <Title order={2} size="md">
        {t("history.parts")}
      </Title>
      <Parts parts={parts} names={names} />
      <Title order={2} size="md">
        {t("history.items")}
      </Title>
      <ul className="operation-items">
        {sorted.slice(0, SHOWN).map((item) => (
          <Item key={item.id} item={item} names={names} />
        ))}
      </ul>
      {sorted.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t("history.more", { count: sorted.length - SHOWN })}
        </Text>
      )}
    </>
  );
}

export function Parts({ parts, names }: Pick<Operation, "parts"> & Pick<Detail, "names">): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table" withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("history.appOf")}</Table.Th>
          <Table.Th>{t("history.job")}</Table.Th>
          <Table.Th ta="end">{t("history.count")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ app, jobKey, count }) => (
          <Table.Tr key={jobKey}>
            <Table.Td>{app}</Table.Td>
            <Table.Td title={jobKey}>{names[jobKey] ?? jobKey}</Table.Td>
            <Table.Td ta="end">{count}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Item({
  item: { id, jobKey, madeId, problem },
  names,
}: {
  readonly item: Detail["items"][number];
  readonly names: Detail["names"];
}): ReactElement {
  const { t } = useTranslation();
  const name = names[jobKey] ?? (jobKey === "" ? id : jobKey);
  return (
    <li>
      {problem === null ? (
        <CircleCheck size={14} className="state-succeeded" aria-label={t("history.doneItem")} />
      ) : (
        <CircleX size={14} className="state-terminated" aria-label={t("history.leftAlone")} />
      )}
      <div>
        {id === jobKey ? (
          <Anchor size="sm" renderRoot={(props) => <Link to="/jobs/$key" params={{ key: id }} {...props} />}>
            {name}
          </Anchor>
        ) : (
          <Anchor
            size="sm"
            title={id}
            renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
          >
            {name}
          </Anchor>
        )}
        {madeId !== null && (
          <>
            {" → "}
            <Anchor
              size="sm"
              title={madeId}
              renderRoot={(props) => <Link to="/runs/$id" params={{ id: madeId }} {...props} />}
            >
              {t("history.newRun")}
            </Anchor>
          </>
        )}
        {problem !== null && (
          <Text size="xs" c="dimmed">
            {t(`problem.${problem.code}.detail` as never, { defaultValue: problem.message })}
          </Text>
        )}
      </div>
    </li>
  );
}

function OperationLink({ id, text }: { readonly id: string; readonly text: string }): ReactElement {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/history/$id" params={{ id }} {...props} />}>
      {text}
    </Anchor>
  );
}
