import { expect, test } from "vitest";
import { isLinkLocal } from "./executor-address.ts";

test.each([
  ["http://169.254.169.254/", true],
  ["http://2852039166/", true],
  ["http://[fe80::1]:9999/", true],
  ["http://[::ffff:169.254.169.254]/", true],
  ["http://10.1.0.5:9999/", false],
  ["http://[fd00::1]:9999/", false],
  ["http://executor.corp/", false],
])("isLinkLocal(%j) is %s", (address, isIt) => expect(isLinkLocal(address)).toBe(isIt));
