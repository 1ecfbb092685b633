import { type __InputWrapperProps, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { parseDuration } from "../../../time/duration-text.ts";
import { IntervalPreview, type IntervalPreviewProps } from "./interval-preview.tsx";

export interface IntervalInputProps extends IntervalPreviewProps {
  readonly onEvery: (every: string) => void;
  readonly onFrom: (from: "start" | "end") => void;
  readonly wrapper: Pick<__InputWrapperProps, "error" | "inputWrapperOrder"> & {
    readonly classNames: { readonly root: string };
  };
}

/** An interval and what it counts from, with what it means before it is saved. */
export function IntervalInput({ onEvery, onFrom, wrapper, ...shown }: IntervalInputProps): ReactElement {
  const { t } = useTranslation();
  const { every, from } = shown;
  const isUnreadable = every.trim() !== "" && parseDuration(every) === null;
  return (
    <>
      <TextInput
        {...wrapper}
        className="short-input"
        label={t("option.label.everyMs")}
        description={t("job.interval.hint")}
        value={every}
        error={isUnreadable ? t("common.unreadableDuration") : wrapper.error}
        onChange={({ currentTarget: { value } }) => onEvery(value)}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        {...wrapper}
        error={undefined}
        label={t("option.label.everyFrom")}
        value={from}
        onChange={({ currentTarget: { value } }) => onFrom(value === "end" ? "end" : "start")}
        data={(["start", "end"] as const).map((value) => ({
          value,
          label: t(`option.choice.everyFrom.${value}` as never),
        }))}
      />
      <IntervalPreview {...shown} />
    </>
  );
}
