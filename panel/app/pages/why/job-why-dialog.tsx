import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { formatInstant, localZone } from "../../time/format-time.ts";
import { Time } from "../../time/time.tsx";
import { Dialog } from "../../ui/dialog-form.tsx";
import { CauseList } from "./cause-list.tsx";

export interface JobWhyDialogProps {
  readonly jobKey: string;
  readonly onClose: () => void;
}

/** Says why a job fired or did not fire at a time, or what keeps it from running now. */
export function JobWhyDialog({ jobKey, onClose }: JobWhyDialogProps): ReactElement {
  const { t } = useTranslation();
  /** In the reader's zone, as the input writes it. */
  const [local, setLocal] = useState("");
  const query = local === "" ? {} : { at: new Date(local).toISOString() };
  const { data } = useApi("explainJob", { path: { key: jobKey }, query }, { keepPrevious: true });
  return (
    <Dialog title={t("why.dialog")} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t("why.dialogHint")}</Text>
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            type="datetime-local"
            step={1}
            label={t("why.at", { zone: localZone() })}
            value={local}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setLocal(value)}
          />
          {local !== "" && (
            <Button variant="default" onClick={() => setLocal("")}>
              {t("why.now")}
            </Button>
          )}
        </Group>
        {data !== undefined && (
          <div role="status">
            <Text size="sm" fw={600}>
              {data.explanation.at === null
                ? t("why.now")
                : t("why.atTime", { at: formatInstant(new Date(data.explanation.at)) })}
            </Text>
            <CauseList causes={data.explanation.causes} />
            <Text size="sm" c="dimmed" mt="xs">
              {data.explanation.next === null ? (
                t("why.noNext")
              ) : (
                <>
                  {t("why.next")} <Time at={data.explanation.next} />
                </>
              )}
            </Text>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
