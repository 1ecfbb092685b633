import { Button, Group, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { mistakesBelow } from "../../../api/field-mistakes.ts";
import { SecretsInput } from "../work/secrets-input.tsx";
import { mistakeOf, textsOf } from "../work/work-members.ts";

export interface ScriptSecrets {
  readonly names: readonly string[];
  readonly isChanged: boolean;
  readonly error: string | undefined;
  readonly isSaving: boolean;
  /** `null` goes back to those that are saved. */
  set(names: readonly string[] | null): void;
  save(): void;
}

/** Which secrets a script gets, while they are chosen: they are no part of its versions. */
export function useScriptSecrets(job: JobDetail): ScriptSecrets {
  const { t } = useTranslation();
  const saved = textsOf(job.work, "secrets");
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string>();
  const names = draft ?? saved;
  const set = (next: readonly string[] | null): void => {
    setDraft(next);
    setError(undefined);
  };
  const update = useApiChange("updateJob", {
    onDone: ({ options }) => {
      set(null);
      notifyDone(t("job.saved", { name: options.name }));
    },
    onFailed: (refused: ApiError) => {
      const found = mistakeOf(mistakesBelow(refused, "work"), "secrets");
      if (found === undefined) notifyError(refused);
      else setError(found);
    },
  });
  return {
    names,
    isChanged: names.join("\n") !== saved.join("\n"),
    error,
    isSaving: update.isPending,
    set,
    save: () => {
      const { secrets: _, ...others } = job.work;
      const work = names.length === 0 ? others : { ...others, secrets: names };
      const options = { ifMatch: job.revision, rawBody: JSON.stringify({ work }) };
      update.mutate({ path: { key: job.key }, body: {}, options });
    },
  };
}

export interface ScriptSecretsFieldProps {
  readonly app: string;
  readonly secrets: ScriptSecrets;
}

/** Chooses the secrets of a script, which are saved by themselves. */
export function ScriptSecretsField({ app, secrets }: ScriptSecretsFieldProps): ReactElement {
  const { t } = useTranslation();
  const mayNotUse = useRefusal(["work:edit", "secrets:use"], app);
  return (
    <section aria-label={t("workForm.secrets")} className="option-inputs">
      <SecretsInput
        app={app}
        value={secrets.names}
        error={secrets.error}
        disabled={mayNotUse !== null}
        onChange={secrets.set}
      />
      {mayNotUse !== null && (
        <Text size="xs" c="dimmed">
          {mayNotUse}
        </Text>
      )}
      {secrets.isChanged && (
        <Group gap="xs" justify="end" mt="xs">
          <Button variant="default" onClick={() => secrets.set(null)}>
            {t("job.discard")}
          </Button>
          <Button loading={secrets.isSaving} onClick={secrets.save}>
            {t("script.saveSecrets")}
          </Button>
        </Group>
      )}
      <UnsavedDialog isUnsaved={secrets.isChanged} text={t("script.secretsUnsaved")} />
    </section>
  );
}
