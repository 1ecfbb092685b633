import { Text, Textarea, Title } from "@mantine/core";
import { FlaskConical } from "lucide-react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { findJsonMistake, jsonMistakeWords } from "../../../ui/json/json-mistake.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { TrialRun } from "./trial-run.tsx";
import "./trial.css";

export interface TryWorkProps {
  readonly app: string;
  /** The job that is edited. @default a new one */
  readonly jobKey?: string;
  /** The work that it runs, as JSON. */
  readonly work: string;
  /** Of each fire, as JSON; empty for none. */
  readonly args: string;
  /** Whether the arguments have a field of their own beside. */
  readonly hasArgsField: boolean;
  readonly onRefused: (error: ApiError) => void;
}

/** Runs what a form says once, before it is saved. */
export function TryWork(props: TryWorkProps): ReactNode {
  const { app, jobKey, work, hasArgsField, onRefused } = props;
  const { t } = useTranslation();
  const [own, setOwn] = useState(props.args);
  const [tried, setTried] = useState<{ readonly id: string; readonly body: string } | null>(null);
  const args = (hasArgsField ? props.args : own).trim();
  const rawBody = bodyOf({ app, work, args, ...(jobKey !== undefined && { jobKey }) });
  const trial = useApiChange("tryWork", {
    onDone: ({ instance }) => setTried({ id: instance.id, body: rawBody }),
    onFailed: onRefused,
  });
  const mayNot = useRefusal(["work:edit", "runs:trigger"], app === "" ? undefined : app);
  const mistake = args === "" ? null : findJsonMistake(args);
  const ofWork = findJsonMistake(work);
  const unreadable =
    mistake === null ? (ofWork === null ? null : ([ofWork, work] as const)) : ([mistake, args] as const);
  return (
    <section className="trial" aria-label={t("trial.title")} onKeyDown={keepFromForm}>
      <Title order={2} size="h4">
        {t("trial.title")}
      </Title>
      <Text size="xs" c="dimmed">
        {t("trial.hint", { app })}
      </Text>
      {!hasArgsField && (
        <Textarea
          label={t("trial.args")}
          description={t("trial.argsHint")}
          className="mono-input"
          error={mistake === null ? undefined : jsonMistakeWords(mistake, args, t)}
          value={own}
          autosize
          minRows={1}
          maxRows={12}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setOwn(value)}
        />
      )}
      <StartButton
        isAgain={tried !== null}
        isPending={trial.isPending}
        refusal={mayNot ?? (unreadable === null ? null : jsonMistakeWords(...unreadable, t))}
        onStart={() => {
          setTried(null);
          trial.mutate({ body: { app, work: {} }, options: { rawBody } });
        }}
      />
      {tried !== null && <TrialRun key={tried.id} id={tried.id} isChanged={tried.body !== rawBody} />}
    </section>
  );
}

/** Enter in the search of the log goes to the next match, and does not save the form around it. */
function keepFromForm(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface StartButtonProps {
  readonly isAgain: boolean;
  readonly isPending: boolean;
  readonly refusal: string | null;
  readonly onStart: () => void;
}

function StartButton({ isAgain, isPending, refusal, onStart }: StartButtonProps): ReactElement {
  const { t } = useTranslation();
  return (
    <div>
      <RefusableButton
        variant="default"
        leftSection={<FlaskConical size={14} aria-hidden="true" />}
        loading={isPending}
        refusal={refusal}
        onClick={onStart}
      >
        {t(isAgain ? "trial.again" : "trial.start")}
      </RefusableButton>
    </div>
  );
}

/** The body with JSON as it was written, so that no number is changed on the way. */
function bodyOf({ work, args, ...names }: Pick<TryWorkProps, "app" | "jobKey" | "work" | "args">): string {
  return `${JSON.stringify(names).slice(0, -1)},"work":${work}${args === "" ? "" : `,"args":${args}`}}`;
}
