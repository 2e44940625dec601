import { userInfo } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { homeFolder, homeFolders } from "./home-folder.ts";

afterEach(() => vi.unstubAllEnvs());

const unknown = (): never => {
  throw new Error("ENOENT");
};

it.each<[string, () => string, () => string, string[]]>([
  ["the environment and the user database agree", () => "/home/ada", () => "/home/ada", ["/home/ada"]],
  ["the environment names another home", () => "/srv/ada", () => "/home/ada", ["/srv/ada", "/home/ada"]],
  ["HOME is empty", () => "", () => "/home/ada", ["/home/ada"]],
  ["HOME is relative", () => "ada", () => "/home/ada", ["/home/ada"]],
  ["the user id is unknown", () => "/srv/ada", unknown, ["/srv/ada"]],
  ["neither is known", unknown, unknown, []],
])("%s", (_, environment, database, homes) => {
  expect(homeFolders([environment, database])).toEqual(homes);
});

it.each(["", "ada"])("ignores HOME=%j", (home) => {
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  expect(homeFolder()).toBe(userInfo().homedir);
});
