import { Checkbox, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { type ApiAnswer, callApi } from "../../../api/call-api.ts";
import { notifyDone } from "../../../api/notify.ts";
import type { Operations } from "../../../api/operations.generated.ts";
import { errorWords } from "../../../api/problem-words.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import type { TaskJson } from "./task-model.ts";
import { type RequestedVersion, VersionChoice } from "./version-choice.tsx";

type Mode = Operations["rerunTask"]["body"]["mode"];
type Preview = Extract<ApiAnswer<"rerunTask">, { readonly nodes: unknown }>["nodes"];
const MODES: readonly Mode[] = ["smart", "from", "whole"];
const REASONS = ["whole", "chosen", "not_ok", "blocked", "follows", "cleanup"] as const;

export interface RerunDialogProps {
  readonly task: TaskJson;
  /** The node to begin at; `null` where none is chosen yet. */
  readonly from: string | null;
  readonly onClose: () => void;
}

/** Runs an ended task again, whole or in part: what is executed and what is taken over is shown first. */
export function RerunDialog({ task, from, onClose }: RerunDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const path = { id: task.instanceId };
  const [mode, setMode] = useState<Mode>(() => firstMode(task, from));
  const [nodes, setNodes] = useState<string[]>(from === null ? [] : [from]);
  const [version, setVersion] = useState<RequestedVersion>(undefined);
  const isChosen = mode !== "from" || nodes.length > 0;
  const body = { mode, ...(mode === "from" && { nodes }), ...(version !== undefined && { version }) };
  const preview = useQuery<Preview, ApiError>({
    queryKey: ["rerunTask", path, body, i18n.language],
    enabled: isChosen,
    retry: false,
    queryFn: async ({ signal }) => {
      const wanted = { path, body: { ...body, dryRun: true } };
      const answer = await callApi("rerunTask", wanted, { signal, language: i18n.language });
      return "nodes" in answer ? answer.nodes : [];
    },
  });
  const rerun = useApiChange("rerunTask", {
    onDone: (answer) => {
      if (!("instance" in answer)) return;
      const { instance } = answer;
      notifyDone(t("instances.rerunStarted", { job: instance.jobName ?? instance.jobKey }));
      onClose();
      void navigate({ to: "/runs/$id", params: { id: instance.id } });
    },
  });
  const refusal = !isChosen
    ? t("common.chooseFirst", { field: t("task.rerun.nodes") })
    : preview.data === undefined
      ? t(preview.error === null ? "task.rerun.counting" : "task.rerun.nothing")
      : null;
  return (
    <DialogForm
      title={t("task.rerun.title")}
      onClose={onClose}
      onSubmit={() => rerun.mutate({ path, body })}
      submitText={t("task.rerun.do")}
      refusal={refusal}
      isPending={rerun.isPending}
    >
      <Radio.Group
        label={t("task.rerun.mode")}
        value={mode}
        onChange={(value) => setMode(MODES.find((one) => one === value) ?? "smart")}
      >
        <Stack gap={10} mt={6}>
          {MODES.map((one) => (
            <Radio
              key={one}
              size="xs"
              value={one}
              label={t(`task.rerun.${one}`)}
              description={t(`task.rerun.${one}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {mode === "from" && <NodeChoice task={task} nodes={nodes} onChange={setNodes} />}
      <VersionChoice task={task} asked={version} onChange={setVersion} />
      {isChosen && preview.error !== null && (
        <Text size="sm" role="alert">
          {t(preview.error.problem?.code === "task_refused" ? "task.rerun.nothing" : "task.rerun.failed", {
            why: errorWords(preview.error).title,
          })}
        </Text>
      )}
      {isChosen && preview.data !== undefined && <PreviewLists task={task} preview={preview.data} />}
    </DialogForm>
  );
}

/** Of what came to a good end there is mostly nothing that did not. */
function firstMode({ end }: TaskJson, from: string | null): Mode {
  if (from !== null) return "from";
  return end?.state === "Succeeded" ? "whole" : "smart";
}

interface NodeChoiceProps {
  readonly task: TaskJson;
  readonly nodes: string[];
  readonly onChange: (nodes: string[]) => void;
}

function NodeChoice({ task, nodes, onChange }: NodeChoiceProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Checkbox.Group label={t("task.rerun.nodes")} value={nodes} onChange={onChange}>
      <div className="task-choice">
        {task.nodes.map(({ id, title }) => (
          <Checkbox key={id} size="xs" value={id} label={title ?? id} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface PreviewListsProps {
  readonly task: TaskJson;
  readonly preview: Preview;
}

function PreviewLists({ task, preview }: PreviewListsProps): ReactElement {
  const { t } = useTranslation();
  const titles = new Map(task.nodes.map(({ id, title }) => [id, title ?? id]));
  const nameOf = (id: string): string => titles.get(id) ?? id;
  const again = preview.filter(({ reason }) => reason !== null);
  const taken = preview.filter(({ reason }) => reason === null);
  return (
    <div className="task-preview" role="status">
      <PreviewList title={t("task.rerun.again", { count: again.length })}>
        {again.map(({ node, reason, after, keptItems = 0, isInner = false }) => {
          const known = REASONS.find((one) => one === reason);
          return (
            <li key={node}>
              {nameOf(node)}
              {known !== undefined && (
                <span className="dimmed">
                  {" "}
                  {t(`task.rerun.reason.${known}`, { node: nameOf(after ?? "") })}
                  {isInner && ` · ${t("task.rerun.inner")}`}
                  {keptItems > 0 && ` · ${t("task.rerun.kept", { count: keptItems })}`}
                </span>
              )}
            </li>
          );
        })}
      </PreviewList>
      {taken.length > 0 && (
        <PreviewList title={t("task.rerun.taken", { count: taken.length })}>
          {taken.map(({ node }) => (
            <li key={node}>{nameOf(node)}</li>
          ))}
        </PreviewList>
      )}
    </div>
  );
}

function PreviewList({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
