import { Text } from "@mantine/core";
import type { ReactElement, Ref } from "react";
import { useTranslation } from "react-i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import { type Body, findNode } from "../edit/body.ts";

export interface ChosenNodeProps {
  readonly ref: Ref<HTMLElement>;
  readonly body: Body | null;
  readonly id: string | null;
}

/** What the body says of the node that is chosen. */
export function ChosenNode({ ref, body, id }: ChosenNodeProps): ReactElement {
  const { t } = useTranslation();
  const node = body === null || id === null ? undefined : findNode(body, id);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("editor.selected")} className="editor-inspector">
      {node === undefined ? (
        <Text size="sm" c="dimmed">
          {t("editor.chosen", { count: 0 })}
        </Text>
      ) : (
        <pre className="mono">{jsonText(node)}</pre>
      )}
    </section>
  );
}
