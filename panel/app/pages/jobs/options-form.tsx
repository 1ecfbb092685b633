import { Button, Group, Text, Title } from "@mantine/core";
import type { FormEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../api/operations.generated.ts";
import { DiffersTable } from "./differs-table.tsx";
import { OPTION_GROUPS, type OptionGroup } from "./option-fields.ts";
import { OptionField } from "./option-field.tsx";
import { OptionsConflict } from "./options-conflict.tsx";
import { useOptionsForm } from "./use-options-form.ts";

const GROUPS = Object.keys(OPTION_GROUPS) as readonly OptionGroup[];

/** Every option of a job but its key. */
export function OptionsForm({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const form = useOptionsForm(job);
  const { count, conflicts, unreadable, isStale, isSaving } = form;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (count > 0 && conflicts.length === 0 && unreadable.length === 0) form.save();
  };
  return (
    <form onSubmit={submit} noValidate className="options-form">
      {job.differsFromCode.length > 0 && <DiffersTable job={job} form={form} />}
      {GROUPS.filter((group) => group !== "schedule" || job.kind === "recurring").map((group) => (
        <section key={group} className="option-group">
          <Title order={2}>{t(`job.group.${group}`)}</Title>
          {OPTION_GROUPS[group].map((path) => (
            <OptionField key={path} path={path} job={job} form={form} />
          ))}
        </section>
      ))}
      {(conflicts.length > 0 || isStale) && <OptionsConflict form={form} />}
      {count > 0 && (
        <div className="save-bar">
          <Text size="sm">{t("job.changes", { count })}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={form.discard}>
              {t("job.discard")}
            </Button>
            <Button type="submit" loading={isSaving} disabled={conflicts.length > 0 || unreadable.length > 0}>
              {t("common.save")}
            </Button>
          </Group>
        </div>
      )}
    </form>
  );
}
