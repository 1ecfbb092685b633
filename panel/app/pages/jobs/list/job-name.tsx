import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Tag } from "../../../ui/tag.tsx";

/** The name of a job, and its states that are out of the ordinary. */
export function JobName({
  job: { key, app, options, differs, latest },
}: {
  readonly job: Job;
}): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <Group gap={6}>
        <Anchor
          fw={600}
          size="sm"
          c="var(--mantine-color-text)"
          className="job-name"
          renderRoot={(props) => <Link to="/jobs/$key" params={{ key }} {...props} />}
        >
          <bdi>{options.name}</bdi>
        </Anchor>
        {options.disabled && <Tag isWarning>{t("jobs.disabled")}</Tag>}
        {differs.length > 0 && (
          <Tag isWarning hint={t("jobs.differsHint", { fields: differs.join(", ") })}>
            {t("jobs.differs")}
          </Tag>
        )}
        {options.tags.map((tag) => (
          <Anchor
            key={tag}
            size="xs"
            className="badge badge-tag"
            c="dimmed"
            renderRoot={(props) => <Link to="/jobs" search={{ tag }} {...props} />}
          >
            <bdi>{tag}</bdi>
          </Anchor>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {options.name !== key && <span className="mono">{key} · </span>}
        {/* As high as a finger needs, into what is free below it. */}
        <Anchor
          size="xs"
          c="dimmed"
          display="inline-block"
          pb={10}
          mb={-10}
          renderRoot={(props) => <Link to="/jobs" search={{ app }} {...props} />}
        >
          {app}
        </Anchor>
      </Text>
      {latest !== null && (
        <Text size="xs" hiddenFrom="sm" component="div">
          <StateBadge state={latest.state} />
        </Text>
      )}
    </>
  );
}
