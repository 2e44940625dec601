import { lists } from "../judging/listing.ts";
import { opaque, reads, risky, several, words } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** Options of the programs that look at containers and clusters: they filter and format. */
const looking = {
  flags: "aqflwnLAsthp",
  valued: "nlocfLp",
  long: words(
    `all quiet filter format no-trunc size latest last follow tail since until timestamps details no-stream no-color
     namespace all-namespaces output selector watch show-labels sort-by field-selector label-columns no-headers container
     previous limit-bytes prefix help services volumes images hash profiles project-name wide recursive short client
     type digests tree max-log-requests ignore-errors show-events context contexts containers api-group namespaced verbs
     revision max deployed failed pending date reverse offset all-containers kind name node-name resolve-image-digests`,
  ),
  words: /^-\d+$/,
};

/** `docker compose config -o FILE` writes one. */
const withoutOutput = {
  ...looking,
  flags: looking.flags.replace("p", ""),
  valued: "n",
  long: looking.long.filter((name) => name !== "output"),
};

const looks = (name: string): Entry =>
  reads(name, { options: looking, yes: [name, `${name} -5`], no: [`${name} --frob`, `${name} x > out.txt`] });

const changesThem = "changes containers, images or a cluster";

function docker(program: string): Entry[] {
  return [
    opaque(program, "what it does with this verb is not known", {
      asks: "reads",
      yes: [`${program} frob`, `${program} --config x ps`, `${program} -H tcp://x ps`],
      no: [`${program} --version`, `${program} ps`],
    }),
    ...several(program, "ps images logs inspect version info stats top port history diff events search", (name) =>
      reads(name, { options: looking, yes: [`${name} -a`], no: [`${name} --frob`, `${name} x > y`] }),
    ),
    ...several(
      program,
      `network@ls network@inspect volume@ls volume@inspect image@ls image@inspect image@history container@ls
      container@inspect container@logs context@ls context@show system@df buildx@ls`,
      (name) => looks(name.replace("@", " ")),
    ),
    ...several(
      program,
      `run exec build pull push rm rmi stop start restart kill create cp commit load save import export tag login
      logout update rename pause unpause attach wait swarm service stack secret config node plugin trust manifest
      builder buildx network volume image container system context`,
      (name) => risky(name, changesThem),
    ),
  ];
}

function compose(program: string): Entry[] {
  return [
    opaque(program, "what it does with this verb is not known", {
      options: { valued: "fp", longValued: ["file", "project-name", "profile", "env-file"] },
      yes: [`${program} frob`],
      no: [`${program} ps`, `${program} -f a.yml ps`],
    }),
    ...several(program, "ps logs images top port version ls config events", (name) =>
      reads(name, {
        options: withoutOutput,
        yes: [`${name} -q`],
        no: [`${name} -o x`, `${name} --output=x`, `${name} > y`],
      }),
    ),
    ...several(
      program,
      "up down build pull push run exec rm stop start restart kill create cp pause unpause watch",
      (name) => risky(name, changesThem),
    ),
  ];
}

/** Containers and clusters: looking is harmless; everything else reaches beyond the repository. */
export const containers: Family = {
  programs: `docker podman docker-compose kubectl helm minikube kind k3d k9s kustomize skaffold tilt argocd flux nerdctl buildah skopeo
    crictl ctr lxc virsh vagrant multipass colima`,
  entries: () => [
    ...docker("docker"),
    ...docker("podman"),
    ...compose("docker compose"),
    ...compose("docker-compose"),
    opaque("kubectl", "what it does with this verb is not known", {
      asks: "reads",
      options: { valued: "n", longValued: ["namespace", "context"] },
      yes: ["kubectl frob", "kubectl --kubeconfig=x get pods"],
      no: ["kubectl get pods", "kubectl -n staging get pods"],
    }),
    ...several(
      "kubectl",
      "get describe logs top explain version api-resources api-versions cluster-info events",
      (name) =>
        reads(name, {
          options: looking,
          proof: namesNoFile,
          yes: [`${name} x -n staging -o wide`],
          no: [`${name} --kubeconfig=x`, `${name} x > y`],
        }),
    ),
    ...several(
      "kubectl",
      "config@view config@current-context config@get-contexts config@get-clusters auth@can-i rollout@status rollout@history",
      (name) => looks(name.replace("@", " ")),
    ),
    ...several(
      "kubectl",
      `apply delete create edit patch replace scale rollout exec cp run expose label annotate drain cordon uncordon
      taint attach port-forward proxy debug set config autoscale certificate auth wait kustomize diff plugin`,
      (name) => risky(name, "changes a cluster or reaches into it"),
    ),
    lists("kustomize build", {
      form: /^(\.|\w[\w./-]*)$/,
      yes: ["kustomize build overlays/dev"],
      no: ["kustomize build -o x ."],
    }),
    opaque("helm", "what it does with this verb is not known", { asks: "reads" }),
    ...several("helm", "list ls status history search version env", looks),
    ...several("helm", "template lint show get verify", (name) =>
      reads(name, {
        options: {
          ...looking,
          valued: "nfo",
          long: [...looking.long, ...words("values set set-string show-only namespace include-crds strict")],
        },
        yes: [`${name} ./chart`],
        no: [`${name} ./chart --post-renderer sh`, `${name} x --output-dir y`],
      }),
    ),
    ...several(
      "helm",
      "install upgrade uninstall delete rollback push pull repo plugin dependency package create registry test",
      (name) => risky(name, "changes a cluster or fetches something"),
    ),
    ...several(
      "",
      "minikube kind k3d k9s skaffold tilt argocd flux nerdctl buildah skopeo crictl ctr lxc virsh vagrant multipass colima",
      (name) => risky(name, changesThem, { asks: "reads" }),
    ),
  ],
};

/** `-o go-template-file=x` is read; nothing is written. */
function namesNoFile(args: readonly Arg[]): string | null {
  return args.every(({ literal }) => literal !== null && !literal.startsWith("--raw"))
    ? null
    : "an argument is not known";
}
