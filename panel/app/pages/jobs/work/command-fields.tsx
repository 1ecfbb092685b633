import { ActionIcon, Autocomplete, Button, Group, Input, NativeSelect, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { SecretsInput } from "./secrets-input.tsx";
import { FIELD, type WorkFieldsProps } from "./work-fields-props.ts";
import { mistakeOf, textOf, textsOf } from "./work-members.ts";

/** A program that a job starts, word by word: no shell reads them. */
export function CommandFields({ app, work, names, mistakes, onMember }: WorkFieldsProps): ReactElement {
  const { t } = useTranslation();
  const [program = "", ...words] = textsOf(work, "argv");
  const setWords = (next: readonly string[]): void => onMember("argv", [program, ...next]);
  return (
    <>
      <Autocomplete
        size="xs"
        {...FIELD}
        className="mono-input"
        label={t("workForm.program")}
        description={t("workForm.programHint")}
        error={mistakeOf(mistakes, "argv")}
        value={program}
        onChange={(value) => onMember("argv", [value, ...words])}
        data={[...names]}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Input.Wrapper
        {...FIELD}
        labelElement="div"
        label={t("workForm.words")}
        description={t("workForm.wordsHint")}
      >
        <div className="work-rows">
          {words.map((word, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a word has nothing else
            <Group key={index} gap="xs" wrap="nowrap">
              <TextInput
                aria-label={t("workForm.word", { number: index + 1 })}
                className="mono-input work-wide"
                value={word}
                onChange={(event) => setWords(words.with(index, event.currentTarget.value))}
                autoComplete="off"
                spellCheck={false}
              />
              <ActionIcon
                aria-label={t("workForm.removeWord", { number: index + 1 })}
                onClick={() => setWords(words.toSpliced(index, 1))}
              >
                <X size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Plus size={12} aria-hidden="true" />}
            onClick={() => setWords([...words, ""])}
          >
            {t("workForm.addWord")}
          </Button>
        </div>
      </Input.Wrapper>
      <NativeSelect
        {...FIELD}
        label={t("workForm.commandArgs")}
        error={mistakeOf(mistakes, "args")}
        value={textOf(work, "args") === "words" ? "words" : "stdin"}
        data={[
          { value: "stdin", label: t("workForm.argsStdin") },
          { value: "words", label: t("workForm.argsWords") },
        ]}
        onChange={({ currentTarget: { value } }) => onMember("args", value === "words" ? value : undefined)}
      />
      <SecretsInput
        app={app}
        error={mistakeOf(mistakes, "secrets")}
        value={textsOf(work, "secrets")}
        onChange={(secrets) => onMember("secrets", secrets.length === 0 ? undefined : secrets)}
      />
    </>
  );
}
