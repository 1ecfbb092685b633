import { Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { PencilLine } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { JsonView } from "../../../ui/json/json-view.tsx";
import { EditValueDialog } from "./edit-value-dialog.tsx";
import { paramsOf } from "./params-of.ts";
import { useShown } from "./shown-run.ts";
import type { FactJson } from "./task-fact.ts";
import type { TaskJson } from "./task-model.ts";
import { Refusable } from "./task-toolbar.tsx";
import { useOperate } from "./use-operate.ts";

export interface TaskValuesProps {
  readonly task: TaskJson;
  readonly args: unknown;
  readonly facts: readonly FactJson[];
}

/** The values that nodes read: the task's arguments, those it computed, and those that people put over them; and the task's result. */
export function TaskValues({ task, args, facts }: TaskValuesProps): ReactElement {
  const { t } = useTranslation();
  const { refusal } = useOperate(task.instanceId);
  const { isNow } = useShown();
  const [isEditing, editing] = useDisclosure(false);
  const end = facts.findLast(({ type }) => type === "ended" || type === "restarted");
  const results = end?.type === "ended" ? end.results : {};
  return (
    <div className="task-values">
      <Params body={task.body} args={args} />
      <Value title={t("task.value.vars")} value={task.vars} />
      <Value title={t("task.value.results")} value={results} />
      <section>
        <div className="task-value-head">
          <h3>{t("task.value.edits")}</h3>
          {task.phase !== "ended" && isNow && (
            <Refusable refusal={refusal}>
              <Button
                variant="default"
                size="compact-sm"
                disabled={refusal !== null}
                leftSection={<PencilLine size={13} aria-hidden="true" />}
                onClick={editing.open}
              >
                {t("task.edit.open")}
              </Button>
            </Refusable>
          )}
        </div>
        <Edits facts={facts} />
      </section>
      {isEditing && (
        <EditValueDialog task={task} params={paramsOf(task.body, args)} onClose={editing.close} />
      )}
    </div>
  );
}

interface ParamsProps {
  readonly body: TaskJson["body"];
  readonly args: unknown;
}

/** The parameters of a run: those that were given, and the values that the body has for the others. */
function Params({ body, args }: ParamsProps): ReactElement {
  const { t } = useTranslation();
  const values = paramsOf(body, args);
  const isNamed = typeof values === "object" && values !== null && !Array.isArray(values);
  const given = new Set(isNamed && typeof args === "object" && args !== null ? Object.keys(args) : []);
  const defaults = isNamed ? Object.keys(values).filter((name) => !given.has(name)) : [];
  return (
    <div>
      <Value title={t("task.value.params")} value={values} />
      {defaults.length > 0 && (
        <Text size="xs" c="dimmed">
          {t("task.value.default")}: <span className="mono">{defaults.join(t("common.separator"))}</span>
        </Text>
      )}
    </div>
  );
}

function Edits({ facts }: { readonly facts: readonly FactJson[] }): ReactNode {
  const { t } = useTranslation();
  const edits = facts.flatMap((fact) => (fact.type === "edited" ? [fact] : []));
  if (edits.length === 0) return <Nothing />;
  return (
    <Table className="data-table" aria-label={t("task.value.edits")}>
      <Table.Tbody>
        {edits.map(({ seq, path, value, reason, by }) => (
          <Table.Tr key={seq}>
            <Table.Td className="mono">{path.join(".")}</Table.Td>
            <Table.Td className="mono">{JSON.stringify(value)}</Table.Td>
            <Table.Td className="dimmed">
              {reason}
              {by !== undefined && by !== "" && ` · ${t("task.by", { by })}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: unknown }): ReactElement {
  const { source } = useShown();
  const isEmpty = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return (
    <section>
      <h3>{title}</h3>
      {isEmpty ? <Nothing /> : <JsonView value={value} label={title} hasFiles={source === null} />}
    </section>
  );
}

function Nothing(): ReactElement {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t("common.none")}
    </Text>
  );
}
