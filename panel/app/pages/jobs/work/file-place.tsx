import { Group, Input, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { isWritten, rootsIn, shownPlace, statedPlace } from "./file-members.ts";
import { ARGUMENT, type FileMemberProps } from "./file-member-props.ts";
import { FIELD } from "./work-fields-props.ts";

/** Stands for "a stored file" among the roots, none of which can have this name. */
const STORED = "/";

/** A root of the worker and a path below it, or a stored file. */
export function FilePlace({
  operation,
  name,
  kind,
  value,
  offered,
  error,
  onChange,
}: FileMemberProps): ReactElement {
  const { t } = useTranslation();
  const label = t(`fileForm.member.${name}`);
  const place = shownPlace(value);
  if (place === null)
    return (
      <Input.Wrapper {...FIELD} labelElement="div" label={label} error={error}>
        <div>{t("fileForm.asJson")}</div>
      </Input.Wrapper>
    );
  const { root, path, isStored } = place;
  const roots = rootsIn(offered, isWritten(operation, name));
  const data = [
    ...(isStored || roots.includes(root)
      ? []
      : [{ value: root, label: root === "" ? t("fileForm.chooseRoot") : root }]),
    ...roots.map((one) => ({ value: one, label: one })),
    ...(kind === "place"
      ? []
      : [{ value: STORED, label: t(kind === "source" ? "fileForm.storedSource" : "fileForm.storedTarget") }]),
  ];
  return (
    <Input.Wrapper
      {...FIELD}
      labelElement="div"
      label={label}
      description={
        isStored && kind === "source" ? t("fileForm.storedHint") : t("fileForm.pathHint", ARGUMENT)
      }
      error={error}
    >
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          aria-label={t("fileForm.rootOf", { member: label })}
          value={isStored ? STORED : root}
          data={data}
          onChange={({ currentTarget }) => {
            const isNowStored = currentTarget.value === STORED;
            const next = {
              root: isNowStored ? "" : currentTarget.value,
              path: isNowStored === isStored ? path : "",
              isStored: isNowStored,
            };
            onChange(statedPlace(next, kind));
          }}
        />
        <TextInput
          aria-label={t("fileForm.pathOf", { member: label })}
          className="mono-input work-wide"
          value={path}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) =>
            onChange(statedPlace({ root, path: currentTarget.value, isStored }, kind))
          }
        />
      </Group>
    </Input.Wrapper>
  );
}
