import { Button, Group, Text, Title, UnstyledButton } from "@mantine/core";
import { type FormEvent, type ReactElement, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { DiffersTable } from "./differs-table.tsx";
import { OptionGroup, optionsIn } from "./option-fields.ts";
import { OptionSections, sectionId } from "./option-sections.tsx";
import { OptionField } from "./option-field.tsx";
import { OptionsConflict } from "./options-conflict.tsx";
import { useOptionsForm } from "./use-options-form.ts";
import "./options.css";

/** When it runs is what is edited most: its preview is in sight without scrolling. */
const GROUPS = [
  OptionGroup.Schedule,
  ...Object.values(OptionGroup).filter((one) => one !== OptionGroup.Schedule),
];

/** All options of a job except its key. */
export function OptionsForm({ job }: { readonly job: JobDetail }): ReactElement {
  const { t } = useTranslation();
  const form = useOptionsForm(job);
  const { count, conflicts, unreadable, isStale, isSaving } = form;
  const isConflicting = conflicts.length > 0;
  const isBlocked = isConflicting || unreadable.length > 0;
  const mayNotEdit = useRefusal("jobs:edit", job.app);
  const blocker = isBlocked ? t(isConflicting ? "job.blockedByConflict" : "job.blockedByMistake") : null;
  const root = useRef<HTMLFormElement>(null);
  const showBlocker = (): void => {
    const target = root.current?.querySelector<HTMLElement>(
      ".options-conflict, [aria-invalid=true], .quartz-notice button",
    );
    target?.scrollIntoView({ block: "center" });
    target?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (count > 0 && !isBlocked && mayNotEdit === null) form.save();
  };
  const groups = GROUPS.filter((group) => group !== OptionGroup.Schedule || job.kind === "recurring");
  return (
    <form onSubmit={submit} noValidate className="options-form option-inputs" ref={root}>
      {job.differsFromCode.length > 0 && <DiffersTable job={job} form={form} />}
      {mayNotEdit !== null && <Text size="sm">{mayNotEdit}</Text>}
      <OptionSections groups={groups} />
      {groups.map((group) => (
        <section key={group} className="option-group">
          <Title order={2} id={sectionId(group)} tabIndex={-1} className="option-heading">
            {t(`job.group.${group}`)}
          </Title>
          {optionsIn(group).map((path) => (
            <OptionField key={path} path={path} job={job} form={form} />
          ))}
        </section>
      ))}
      <UnsavedDialog isUnsaved={count > 0} text={t("job.changes", { count })} />
      {(conflicts.length > 0 || isStale) && <OptionsConflict form={form} />}
      {count > 0 && (
        <div className="save-bar">
          <Text size="sm" role="status">
            {t("job.changes", { count })}
            {blocker !== null && (
              <>
                {" · "}
                <span className="mistake-words">{blocker}</span>{" "}
                <UnstyledButton className="text-button" onClick={showBlocker}>
                  {t("job.showBlocker")}
                </UnstyledButton>
              </>
            )}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={form.discard}>
              {t("job.discard")}
            </Button>
            <RefusableButton type="submit" loading={isSaving} refusal={mayNotEdit ?? blocker}>
              {t("common.save")}
            </RefusableButton>
          </Group>
        </div>
      )}
    </form>
  );
}
