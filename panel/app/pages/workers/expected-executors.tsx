import { ActionIcon, Group, Table, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ListChecks, X } from "lucide-react";
import { type FormEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorWords } from "../../api/problem-words.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Dialog } from "../../ui/dialog-form.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { Tag } from "../../ui/tag.tsx";

/** Opens the list of executors that an app should have. */
export function ExpectedExecutorsButton({ app }: { readonly app: string }): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("workers:edit", app);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <RefusableButton
        refusal={refusal}
        variant="default"
        size="compact-xs"
        leftSection={<ListChecks size={12} />}
        aria-label={t("workers.expectedOf", { app })}
        onClick={dialog.open}
      >
        {t("workers.expected")}
      </RefusableButton>
      {isOpen && (
        <Dialog title={t("workers.expectedOf", { app })} onClose={dialog.close}>
          <ExpectedExecutors app={app} />
        </Dialog>
      )}
    </>
  );
}

function ExpectedExecutors({ app }: { readonly app: string }): ReactElement {
  const { t } = useTranslation();
  const list = useApi("listExpectedExecutors", { path: { app } }, { pollMs: 5000 });
  const remove = useApiChange("forgetExecutor", {});
  return (
    <>
      <Text size="sm" c="dimmed" mb={8}>
        {t("workers.expectedHint")}
      </Text>
      <QueryView query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{t("workers.expectedNone")}</Text>
          ) : (
            <Table className="data-table">
              <Table.Tbody>
                {items.map(({ name, xxlApp, worker }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Group gap={6}>
                        <span className="mono">{name}</span>
                        {xxlApp !== null && <Tag>{xxlApp}</Tag>}
                        {worker === null && <Tag isWarning>{t("workers.missing")}</Tag>}
                      </Group>
                    </Table.Td>
                    <Table.Td ta="end">
                      <ActionIcon
                        size="sm"
                        aria-label={t("workers.forget", { name })}
                        loading={remove.isPending}
                        onClick={() => remove.mutate({ path: { app, name } })}
                      >
                        <X size={14} />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      <AddExecutor app={app} />
    </>
  );
}

function AddExecutor({ app }: { readonly app: string }): ReactElement {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [xxlApp, setXxlApp] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const add = useApiChange("expectExecutor", {
    onDone: () => {
      setName("");
      setMistake(null);
    },
    onFailed: (error) => setMistake(errorWords(error).detail),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = xxlApp.trim();
    add.mutate({ path: { app }, body: { name: name.trim(), ...(given !== "" && { xxlApp: given }) } });
  };
  return (
    <form onSubmit={submit} noValidate className="expected-form">
      <TextInput
        label={t("workers.expectedName")}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        autoComplete="off"
        spellCheck={false}
        error={mistake}
      />
      <TextInput
        label={t("workers.expectedXxlApp")}
        description={t("workers.expectedXxlHint")}
        inputWrapperOrder={["label", "input", "description"]}
        value={xxlApp}
        onChange={({ currentTarget: { value } }) => setXxlApp(value)}
        autoComplete="off"
        spellCheck={false}
      />
      <RefusableButton
        type="submit"
        loading={add.isPending}
        refusal={name.trim() === "" ? t("common.fillIn", { fields: t("workers.expectedName") }) : null}
      >
        {t("workers.expect")}
      </RefusableButton>
    </form>
  );
}
