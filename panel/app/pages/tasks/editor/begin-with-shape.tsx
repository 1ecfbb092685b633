import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import { SHAPE_NAMES, SHAPES } from "./shapes.ts";

/** What is offered where there is no node yet. */
export function BeginWithShape({ onPaste }: { readonly onPaste: (text: string) => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <div className="editor-shapes">
      <Text size="sm">{t("editor.nothing")}</Text>
      <Group gap="xs" role="group" aria-label={t("editor.shapes")}>
        {SHAPE_NAMES.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            onClick={() => onPaste(jsonText(SHAPES[name]))}
          >
            {t(`editor.shape.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
