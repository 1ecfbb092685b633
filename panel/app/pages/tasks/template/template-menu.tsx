import { Text, Title, UnstyledButton } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { useTranslation } from "react-i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import type { Body } from "../edit/body.ts";
import { beginWith } from "./begin-with.ts";
import { TEMPLATE_NAMES, TEMPLATES } from "./templates.ts";
import "./template-menu.css";

export interface TemplateMenuProps {
  /** A body without nodes. */
  readonly body: Body;
  /** Called with its text with the nodes of a shape, and what they read. */
  readonly onPick: (bodyText: string) => void;
}

/** Shapes to begin a workflow with, each with what is to be filled in. */
export function TemplateMenu({ body, onPick }: TemplateMenuProps): ReactElement {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {t("flow.template.title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("flow.template.hint")}
      </Text>
      <ul className="task-templates">
        {TEMPLATE_NAMES.map((name) => (
          <li key={name}>
            <UnstyledButton onClick={() => onPick(jsonText(beginWith(body, TEMPLATES[name])))}>
              <Text size="sm" fw={600}>
                {t(`flow.template.${name}`)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`flow.template.${name}Hint`)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
