import { Button, CopyButton, Group, Menu, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ClipboardCopy } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../../api/call-api.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useSession } from "../../../session/use-session.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { asCurl, asTemporal, asTypeScript, type CopyAsOptions } from "./copy-as.ts";
import type { RunFormValues } from "./run-form-values.ts";

export interface CopyAsProps {
  readonly job: JobDetail;
  readonly request: RunFormValues;
  /** Why there is nothing to copy; `null` where there is. */
  readonly refusal: string | null;
}

const WRITERS: Readonly<Record<"curl" | "typescript" | "temporal", (options: CopyAsOptions) => string>> = {
  curl: asCurl,
  typescript: asTypeScript,
  temporal: asTemporal,
};
type Writer = keyof typeof WRITERS;

const NAMES = Object.keys(WRITERS) as readonly Writer[];

/** The run as it would be asked for elsewhere, to see and to copy. */
export function CopyAs({ job: { key, tenant }, request, refusal }: CopyAsProps): ReactElement {
  const { t } = useTranslation();
  const session = useSession();
  const [writer, setWriter] = useState<Writer>("curl");
  const [isOpen, dialog] = useDisclosure(false);
  const names = NAMES.filter((name) => name !== "temporal" || session.data?.hasWorkflows === true);
  const text = WRITERS[writer]({
    jobKey: key,
    tenant,
    request,
    url: apiUrl("triggerJob", { path: { key }, body: {} }),
    isTokenNeeded: session.data !== undefined && session.data.access !== "local",
  });
  const look = { variant: "default", leftSection: <ClipboardCopy size={14} /> } as const;
  if (refusal !== null)
    return (
      <RefusableButton {...look} refusal={refusal}>
        {t("runJob.copyAs")}
      </RefusableButton>
    );
  return (
    <>
      <Menu position="top-start" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button {...look}>{t("runJob.copyAs")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {names.map((name) => (
            <Menu.Item
              key={name}
              onClick={() => {
                setWriter(name);
                dialog.open();
              }}
            >
              {t(`runJob.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        size="lg"
        title={t(`runJob.${writer}`)}
        closeButtonProps={{ "aria-label": t("common.close") }}
        transitionProps={{ duration: 0 }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys */}
        <pre className="mono code-block" tabIndex={0}>
          {text}
        </pre>
        <Group justify="space-between" mt="sm">
          <Text size="xs" c="dimmed">
            {writer === "temporal" && t("runJob.temporalNote")}
          </Text>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button onClick={copy} data-autofocus>
                {copied ? t("runJob.copied") : t("runJob.copy")}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Modal>
    </>
  );
}
