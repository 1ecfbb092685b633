import { OPTIONS_BY_PATH } from "@mojob/core/words";
import { NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { localZone } from "../../../time/format-time.ts";
import { choiceWords } from "../edit/option-words.ts";
import { RunWhen } from "./run-form-values.ts";
import type { RunTimingForm } from "./use-run-timing.ts";

export interface RunTimingProps {
  readonly timing: RunTimingForm;
  /** The job's own. */
  readonly priority: number;
}

const WHENS = Object.values(RunWhen);

export function RunTiming({ timing, priority }: RunTimingProps): ReactElement {
  const { t } = useTranslation();
  const { when, delay, at, isUnreadable, change } = timing;
  return (
    <Stack gap="sm">
      <Radio.Group
        size="xs"
        label={t("runJob.when")}
        value={when}
        onChange={(value) => change({ when: WHENS.find((one) => one === value) ?? RunWhen.Now })}
      >
        <Stack gap={10} mt={4}>
          {WHENS.map((one) => (
            <Radio key={one} size="xs" value={one} label={t(`runJob.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {when === RunWhen.Delay && (
        <TextInput
          label={t("runJob.delayLabel")}
          className="short-input"
          value={delay}
          error={isUnreadable && t("common.unreadableDuration")}
          onChange={(event) => change({ delay: event.currentTarget.value })}
        />
      )}
      {when === RunWhen.At && (
        <TextInput
          type="datetime-local"
          step={1}
          label={t("runJob.atLabel", { zone: localZone() })}
          value={at}
          error={isUnreadable && at !== "" && t("job.unreadableTime")}
          onChange={(event) => change({ at: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t("runJob.priority")}
        value={timing.priority}
        onChange={(event) => change({ priority: event.currentTarget.value })}
        data={[
          { value: "", label: t("runJob.asDefined", { priority }) },
          ...(OPTIONS_BY_PATH.priority.choices ?? []).map((value) => ({
            value,
            label: choiceWords("priority", value, t),
          })),
        ]}
      />
    </Stack>
  );
}
