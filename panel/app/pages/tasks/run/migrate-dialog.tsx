import { Radio, Stack, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import type { Operations } from "../../../api/operations.generated.ts";
import { errorWords } from "../../../api/problem-words.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { noteOf } from "../../../base/one-line.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Time } from "../../../time/time.tsx";
import type { TaskJson } from "./task-model.ts";

type Version = Operations["listScriptVersions"]["answer"]["items"][number];

export interface MigrateDialogProps {
  readonly task: TaskJson;
  readonly onClose: () => void;
}

/** Has a run go on by another version of its graph; nodes that keep it from that are named. */
export function MigrateDialog({ task, onClose }: MigrateDialogProps): ReactElement {
  const { t } = useTranslation();
  const [version, setVersion] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const versions = useApi("listScriptVersions", { path: { key: task.jobKey }, query: {} });
  const change = useApiChange("operateTask", {
    onDone: () => {
      notifyDone(t("task.done.migrate"));
      onClose();
    },
    // Said in the dialog, where another version can be chosen.
    onFailed: () => {},
  });
  const submit = (): void => {
    if (version === null) return;
    change.mutate({
      path: { id: task.instanceId },
      body: { type: "migrate", version: Number(version), ...noteOf(note) },
    });
  };
  const others = (items: readonly Version[]): readonly Version[] =>
    items.filter((one) => !one.draft && one.version !== task.version);
  return (
    <DialogForm
      title={t("task.migrate.title")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("task.migrate.do")}
      refusal={version === null ? t("common.chooseFirst", { field: t("task.migrate.version") }) : null}
      isPending={change.isPending}
    >
      <Text size="sm">{t("task.migrate.hint", { version: task.version })}</Text>
      <QueryView query={versions}>
        {({ items }) => (
          <Radio.Group
            label={t("task.migrate.version")}
            value={version ?? ""}
            onChange={(value) => {
              setVersion(value);
              change.reset();
            }}
          >
            <Stack gap={8} mt={6} className="task-choice">
              {others(items).map((one) => (
                <Radio
                  key={one.version}
                  size="xs"
                  value={String(one.version)}
                  label={
                    <>
                      {one.version} · <Time at={one.at} /> {one.comment ?? ""}
                    </>
                  }
                />
              ))}
            </Stack>
            {others(items).length === 0 && (
              <Text size="sm" c="dimmed">
                {t("task.migrate.none")}
              </Text>
            )}
          </Radio.Group>
        )}
      </QueryView>
      <NoteField label={t("task.note")} value={note} onChange={setNote} />
      {change.error !== null && (
        <Text size="sm" role="alert">
          {errorWords(change.error).detail}
        </Text>
      )}
    </DialogForm>
  );
}
