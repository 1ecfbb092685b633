import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { AppNames } from "../../../ui/names/app-names.tsx";
import { JobNames } from "../../../ui/names/job-names.tsx";
import { NamesInput } from "../../../ui/names/names-input.tsx";

/** Of what something is; `null` is all of it. */
export interface Which {
  readonly apps: readonly string[] | null;
  readonly jobs: readonly string[] | null;
  readonly tags: readonly string[] | null;
}

export interface WhichNamesProps {
  readonly which: Which;
  readonly onChange: (change: Partial<Which>) => void;
}

const INPUTS = { apps: AppNames, jobs: JobNames, tags: NamesInput } as const;

/** The apps, jobs and tags that something is for. */
export function WhichNames({ which, onChange }: WhichNamesProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      {(["apps", "jobs", "tags"] as const).map((name) => {
        const Input = INPUTS[name];
        return (
          <Input
            key={name}
            label={t(`incidents.rule.${name}`)}
            description={name === "jobs" ? t("incidents.rule.jobsHint") : t("incidents.rule.anyHint")}
            value={which[name] ?? []}
            onChange={(names) => onChange({ [name]: names.length === 0 ? null : names })}
          />
        );
      })}
    </>
  );
}
