import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { FolderOpen } from "lucide-react";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunFile } from "@mojob/tasks/replay";
import type { Instance } from "../../../api/operations.generated.ts";
import { Time } from "../../../time/time.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { ReplayRun } from "../page/replay-run.tsx";
import type { FileLine, RunSource } from "../run/shown-run.ts";
import type { FactJson } from "../run/task-fact.ts";
import { type FileProblem, FileRefused, openRunFile } from "./open-run-file.ts";
import "../../../ui/page/run.css";
import "../run/task-run.css";

/** A run that was exported, shown from its file: nothing of it reaches the scheduler. */
export function RunFilePage(): ReactElement {
  const { t } = useTranslation();
  const [file, setFile] = useState<RunFile | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const open = async (chosen: File | null): Promise<void> => {
    if (chosen === null) return;
    try {
      setFile(await openRunFile(chosen));
      setProblem(null);
    } catch (error) {
      setFile(null);
      setProblem(error instanceof FileRefused ? error.problem : "foreign");
    }
  };
  return (
    <Page title={t("task.file.title")}>
      <Stack gap="md">
        <Group gap="md">
          <FileButton accept=".gz,.ndjson" onChange={(chosen) => void open(chosen)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<FolderOpen size={16} aria-hidden="true" />}>
                {t("task.file.open")}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t("task.file.hint")}
          </Text>
        </Group>
        {problem !== null && (
          <Notice title={t("task.file.refused")}>{t(`task.file.problem.${problem}`)}</Notice>
        )}
        {file !== null && <FileRun key={file.manifest.instanceId} file={file} />}
      </Stack>
    </Page>
  );
}

function FileRun({ file }: { readonly file: RunFile }): ReactElement {
  const { t } = useTranslation();
  const { manifest, bodies, left } = file;
  const instance = file.instance as unknown as Instance;
  const facts = file.facts as unknown as readonly FactJson[];
  const source = useMemo<RunSource>(
    () => ({
      runOf: (id) => file.runs.get(id) as unknown as Instance | undefined,
      linesOf: (id) => (file.logs.get(id) ?? []) as unknown as readonly FileLine[],
    }),
    [file],
  );
  return (
    <section className="task-run" aria-label={t("task.title")}>
      <Group gap="sm" mb="sm">
        <StateBadge state={instance.state} />
        <span className="mono">{manifest.jobKey}</span>
        <span className="mono dimmed">{manifest.instanceId}</span>
        <Text size="sm" c="dimmed" span>
          {t("task.file.exported")} <Time at={manifest.exportedAt} />
        </Text>
      </Group>
      {(left.runs > 0 || left.lines) && (
        <Notice title={t("task.file.left")}>
          {left.runs > 0 && t("task.file.leftRuns", { count: left.runs })}{" "}
          {left.lines && t("task.file.leftLines")}
        </Notice>
      )}
      <ReplayRun
        run={{ instanceId: manifest.instanceId, jobKey: manifest.jobKey }}
        bodies={bodies}
        facts={facts}
        args={instance.args}
        source={source}
      />
    </section>
  );
}
