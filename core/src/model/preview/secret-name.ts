const SECRET = /token|secret|passw|api-?_?key|credential|authorization/i;

/** Whether the value of a member with this name is not shown unless somebody asks for it. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
