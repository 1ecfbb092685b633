import { Button, Checkbox, Text } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import type { OpenParam } from "../check/use-body-check.ts";

export interface OpenParamsProps {
  readonly params: readonly OpenParam[];
  /** Where the text cannot be changed now. */
  readonly isDisabled: boolean;
  readonly onGo: (pointer: string) => void;
  readonly onAsk: (asked: readonly OpenParam[]) => void;
}

/** The parameters of a workflow's jobs that nothing gives a value; those that are chosen become its own, which a start asks for. */
export function OpenParams({ params, isDisabled, onGo, onAsk }: OpenParamsProps): ReactElement | null {
  const { t } = useTranslation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (params.length === 0) return null;
  const asked = params.filter((param) => !left.has(idOf(param)));
  const choose = (param: OpenParam, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(idOf(param));
    else next.add(idOf(param));
    setLeft(next);
  };
  return (
    <details
      className="task-open-params"
      open={params.some(({ required, value }) => required && value === undefined)}
    >
      <summary>{t("task.params.open", { count: params.length })}</summary>
      <Text size="xs" c="dimmed">
        {t("task.params.hint")}
      </Text>
      <ul aria-label={t("task.params.open", { count: params.length })}>
        {params.map((param) => (
          <li key={idOf(param)}>
            <Checkbox
              size="xs"
              checked={!left.has(idOf(param))}
              onChange={({ currentTarget: { checked } }) => choose(param, checked)}
              label={`${param.node} · ${param.name}`}
              description={describe(param, t)}
            />
            <Button variant="subtle" size="compact-xs" onClick={() => onGo(param.pointer)}>
              {t("task.params.show", { node: param.node })}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isDisabled || asked.length === 0}
        onClick={() => onAsk(asked)}
      >
        {t("task.params.ask", { count: asked.length })}
      </Button>
    </details>
  );
}

/** Its type, the job's own value, and its name where that is another one in the workflow. */
function describe({ name, type, value, as }: OpenParam, t: TFunction): string {
  const words = [
    t(`task.params.typeOf.${type}`),
    value === undefined ? t("task.params.required") : t("task.params.default", { value: jsonText(value) }),
    ...(as === name ? [] : [t("task.params.as", { name: as })]),
  ];
  return words.join(" · ");
}

function idOf({ pointer, name }: OpenParam): string {
  return `${pointer} ${name}`;
}
