import { Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Time } from "../../time/time.tsx";
import { useRefusal } from "../../session/use-may.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { DeleteSecretDialog } from "./delete-secret-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import type { Secret } from "./secret.ts";

/** A secret by its name, and what can be done with it. */
export function SecretRow({ secret }: { readonly secret: Secret }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const [dialog, setDialog] = useState<"replace" | "delete" | null>(null);
  const { app, name, version, key, canOpen, updatedAt, updatedBy, usedBy } = secret;
  const refusal = useRefusal("secrets:edit", app);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="mono">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {app}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Time at={updatedAt} />
        <Text size="xs" c="dimmed">
          {[
            t("secrets.version", { version }),
            updatedBy === null ? null : t("secrets.by", { by: nameOf(updatedBy) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td>
        {usedBy.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("secrets.unused")}
          </Text>
        ) : (
          <Group gap="xs">
            {usedBy.map((job) => (
              <Link key={job} to="/jobs/$key" params={{ key: job }}>
                {job}
              </Link>
            ))}
          </Group>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" className="mono">
          {key}
        </Text>
        {!canOpen && <Tag hint={t("secrets.noKeyHint")}>{t("secrets.noKey")}</Tag>}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end">
          <RefusableButton
            refusal={refusal}
            size="compact-xs"
            variant="default"
            aria-label={t("secrets.replaceName", { name })}
            onClick={() => setDialog("replace")}
          >
            {t("secrets.replace")}
          </RefusableButton>
          <RefusableButton
            refusal={refusal}
            size="compact-xs"
            variant="default"
            aria-label={t("secrets.deleteName", { name })}
            onClick={() => setDialog("delete")}
          >
            {t("secrets.delete")}
          </RefusableButton>
        </Group>
        {dialog === "replace" && <SecretDialog secret={secret} onClose={() => setDialog(null)} />}
        {dialog === "delete" && <DeleteSecretDialog secret={secret} onClose={() => setDialog(null)} />}
      </Table.Td>
    </Table.Tr>
  );
}
