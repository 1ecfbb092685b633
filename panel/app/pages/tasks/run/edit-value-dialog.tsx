import { Button, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type ReactElement, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { type ApiAnswer, callApi } from "../../../api/call-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import { errorWords } from "../../../api/problem-words.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { oneLine } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { editablePlaces } from "./editable-places.ts";
import { PlaceTree } from "./place-tree.tsx";
import type { TaskJson } from "./task-model.ts";
import { isValue, ValueField, valueOf, writtenOf } from "./value-field.tsx";

/** While a person writes the place. */
const SETTLE_MS = 300;
const MOST_SHOWN = 12;

type Edited = ApiAnswer<"editTaskValue">;

export interface EditValueDialogProps {
  readonly task: TaskJson;
  /** The parameters of the run. */
  readonly params: unknown;
  readonly onClose: () => void;
}

/** Puts a value over another one, for what begins from then on. What has the present value and keeps it is shown first. */
export function EditValueDialog({ task, params, onClose }: EditValueDialogProps): ReactElement {
  const { t } = useTranslation();
  const places = useMemo(() => editablePlaces(task), [task]);
  const [path, setPath] = useState(() => places[0] ?? "TASK.PARAMS.");
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const names = path.split(".").map((name) => name.trim());
  const [settled] = useDebouncedValue(path, SETTLE_MS);
  const preview = useEditPreview(task, settled);
  const present = preview.data?.value;
  const text = typed ?? writtenOf(present);
  const change = useApiChange("editTaskValue", {
    onDone: () => {
      notifyDone(t("task.done.edit"));
      onClose();
    },
  });
  const missing = [
    ...(text.trim() === "" && !isValue(present, text) ? [t("task.edit.value")] : []),
    ...(reason.trim() === "" ? [t("task.edit.reason")] : []),
  ];
  const isLookedAt = preview.data !== undefined && settled === path;
  const refusal = !isLookedAt
    ? t("task.edit.notFound")
    : missing.length > 0
      ? t("common.fillIn", { fields: missing.join(t("common.separator")) })
      : isValue(present, text)
        ? null
        : t("task.notJson");
  const choose = (place: string): void => {
    setPath(place);
    setTyped(null);
  };
  const submit = (): void => {
    if (refusal !== null || preview.data === undefined) return;
    const value = valueOf(present, text);
    const body = { path: names, value, reason: oneLine(reason) };
    // The value that was shown is the one to change: one that somebody changed since is not replaced.
    const options = { ifMatch: preview.data.revision };
    change.mutate({ path: { id: task.instanceId }, body, options });
  };
  return (
    <DialogForm
      title={t("task.edit.title")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("task.edit.do")}
      refusal={refusal}
      isPending={change.isPending}
    >
      <Text size="sm" c="dimmed">
        {t("task.edit.hint")}
      </Text>
      <PlaceTree {...{ task, params, places, path }} present={present} onChoose={choose} />
      <TextInput
        label={t("task.edit.path")}
        description={t("task.edit.pathHint")}
        className="mono-input"
        value={path}
        error={preview.error === null ? undefined : errorWords(preview.error).detail}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data-autofocus
      />
      {preview.data !== undefined && <Uses task={task} edited={preview.data} />}
      {change.error?.problem?.code === "stale_revision" && (
        <Stale value={change.error.problem.parameters?.["value"]} onLook={() => void preview.refetch()} />
      )}
      <ValueField label={t("task.edit.value")} present={present} text={text} onChange={setTyped} />
      <NoteField label={t("task.edit.reason")} value={reason} onChange={setReason} />
    </DialogForm>
  );
}

/** The value at a path, and its uses. */
function useEditPreview({ instanceId: id }: TaskJson, path: string) {
  const { i18n } = useTranslation();
  const names = path.split(".").map((name) => name.trim());
  return useQuery<Edited, ApiError>({
    queryKey: ["editTaskValue", id, path, i18n.language],
    enabled: names.length > 1 && !names.includes(""),
    retry: false,
    // The preview stays until it is read again: the edit is meant for the value in it.
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) =>
      callApi(
        "editTaskValue",
        { path: { id }, body: { path: names, value: null, reason: "-", dryRun: true } },
        { signal, language: i18n.language, ifMatch: "*" },
      ),
  });
}

function Uses({ task, edited }: { readonly task: TaskJson; readonly edited: Edited }): ReactElement {
  const { t } = useTranslation();
  const { uses, useCount } = edited;
  const value = JSON.stringify(edited.value);
  const titles = new Map(task.nodes.map(({ id, title }) => [id, title ?? id]));
  if (useCount === 0)
    return (
      <Text size="sm" role="status">
        {t("task.edit.noUses", { value })}
      </Text>
    );
  return (
    <div className="task-preview" role="status">
      <section>
        <h3>{t("task.edit.uses", { value })}</h3>
        <ul>
          {uses.slice(0, MOST_SHOWN).map((use) => (
            <li key={`${use.node} ${use.visit} ${use.runId} ${use.as} ${use.name}`}>
              {useWords(use, titles.get(use.node ?? "") ?? use.node ?? "", t)}
              {use.value !== undefined && <span className="dimmed mono"> {JSON.stringify(use.value)}</span>}
            </li>
          ))}
        </ul>
        {useCount > MOST_SHOWN && (
          <p className="dimmed">{t("task.edit.moreUses", { count: useCount - MOST_SHOWN })}</p>
        )}
      </section>
    </div>
  );
}

function useWords(
  { as, name: of, visit, runId }: Edited["uses"][number],
  node: string,
  t: TFunction,
): string {
  const name = of ?? "";
  const item = /:(\d+)(?:\+\d+)?$/.exec(runId ?? "")?.[1];
  const place = `${node}${visit === "" ? "" : `~${visit}`}${item === undefined ? "" : `[${item}]`}`;
  if (as === "vars") return t("task.edit.use.vars", { name });
  if (as === "params") return t("task.edit.use.params", { node: place, name });
  return as === "nodes"
    ? t("task.edit.use.nodes", { node: place })
    : t("task.edit.use.judged", { node: place, as });
}

function Stale({ value, onLook }: { readonly value: unknown; readonly onLook: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Text size="sm" role="alert">
      {t("task.edit.stale", { value: JSON.stringify(value) })}{" "}
      <Button variant="default" size="compact-xs" onClick={onLook}>
        {t("task.edit.look")}
      </Button>
    </Text>
  );
}
