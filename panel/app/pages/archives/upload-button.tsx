import { FileButton, Group, Progress, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, isApiError } from "../../api/api-error.ts";
import { notifyDone, notifyError } from "../../api/notify.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Notice } from "../../ui/notice.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { uploadArchive } from "./upload-archive.ts";

const REASONS = ["foreign", "version", "changed", "cut", "too_large", "invalid"] as const;

interface Sending {
  readonly name: string;
  readonly share: number;
}

/** Takes a file, sends it, and says why it was refused. */
export function useUpload(): { readonly button: ReactElement; readonly status: ReactElement | null } {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const mayNot = useRefusal("archives:import", null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const aborter = new AbortController();
    running.current = aborter;
    setRefused(null);
    setSending({ name: file.name, share: 0 });
    try {
      const onSent = (share: number): void => setSending({ name: file.name, share });
      const { counts } = await uploadArchive(file, {
        language: i18n.language,
        signal: aborter.signal,
        onSent,
      });
      notifyDone(t("exports.uploaded", { name: file.name, count: counts.runs }));
      void client.invalidateQueries();
    } catch (error) {
      if (aborter.signal.aborted || !isApiError(error)) return;
      if (error.problem?.code === "archive_refused") setRefused(error);
      else notifyError(error);
    } finally {
      setSending(null);
    }
  };
  const button = (
    <FileButton accept=".gz,.ndjson.gz" onChange={(file) => void send(file)} disabled={mayNot !== null}>
      {(props) => (
        <RefusableButton
          {...props}
          size="compact-sm"
          color="indigo"
          refusal={mayNot}
          loading={sending !== null}
          leftSection={<Upload size={14} aria-hidden="true" />}
        >
          {t("exports.upload")}
        </RefusableButton>
      )}
    </FileButton>
  );
  const status =
    sending !== null ? (
      <SendingStatus sending={sending} />
    ) : refused !== null ? (
      <Refused error={refused} />
    ) : null;
  return { button, status };
}

function SendingStatus({ sending: { name, share } }: { readonly sending: Sending }): ReactElement {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Group gap="xs">
        <Text size="sm">{t("exports.uploading", { name })}</Text>
        <Text size="sm" c="dimmed">
          {share < 1 ? t("exports.sent", { share: Math.floor(share * 100) }) : t("exports.checking")}
        </Text>
      </Group>
      <Progress
        size="sm"
        value={share * 100}
        animated={share >= 1}
        aria-label={t("exports.uploading", { name })}
      />
    </div>
  );
}

function Refused({ error }: { readonly error: ApiError }): ReactElement {
  const { t } = useTranslation();
  const { problem, line } = (error.problem?.parameters ?? {}) as {
    readonly problem?: unknown;
    readonly line?: unknown;
  };
  const reason = REASONS.find((one) => one === problem) ?? "foreign";
  return (
    <Notice title={t("exports.refused")}>
      {t(`exports.refusedWhy.${reason}`)} {t("exports.refusedLine", { line: Number(line) })}
      <Text size="xs" c="dimmed">
        {error.problem?.detail}
      </Text>
    </Notice>
  );
}
