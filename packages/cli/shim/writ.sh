#!/usr/bin/env bash
# How an agent's hook reaches Writ: hands the payload to the daemon, or to the command itself where none runs, and prints
# the answer. Where neither answers, what changes something is refused and what only reads goes on.
# Written by `writ init`, the same for every agent; `writ uninstall` takes it out. Run as: bash -p writ.sh <agent> <event>
set +o posix
LC_ALL=C
trap '' PIPE
# What the guard loads is not for its surroundings to say, and reading certificates takes longer than deciding.
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
case $0 in /*) self=$0 ;; *) self=$PWD/$0 ;; esac
root=${self%/.orchestration/*}
agent=${1-} event=${2-} payload='' isLong=1 spool='' gap='' node='' script=''

# Agents let a call pass when its hook is late: the answer comes in half the time they give.
case $event in SessionEnd | sessionEnd) patience=1 ;; *) patience=14 ;; esac

# Prints the answer that comes on descriptor 3 and leaves: "<proof> <exit code> <stderr lines> <stdout: none, line, all>",
# then the text. Comes back when there is none: 1 for nobody there, 2 for too late, 3 for "decide it yourself".
answer() {
  local proof code err out line left=$((patience - SECONDS))
  ((left > 0)) || return 2
  IFS=' ' read -r -t "$left" proof code err out <&3
  local status=$?
  ((status > 128)) && return 2
  [[ $status -eq 0 && $proof == "$1" ]] || return 1
  [[ $code == again ]] && return 3
  if [[ $err == 1 ]]; then
    IFS= read -r -t 2 line <&3 || return 1
    printf '%s\n' "$line" >&2
  fi
  case $out in
    line)
      IFS= read -r -t 2 line <&3 || return 1
      printf '%s\n' "$line" || exit 2
      ;;
    all) cat <&3 || exit 2 ;;
  esac
  exit "$code"
}

# The known tools that change nothing, as the agents spell them, under the key their payloads have for the name. A second
# one may be the model's own words, and then nobody knows which one counts.
only_reads() {
  local key
  case $agent.$event in
    *.PreToolUse | *.BeforeTool | cursor.preToolUse) key=tool_name ;;
    copilot.preToolUse) key=toolName ;;
    *.tool.before) key=tool ;;
    *) return 1 ;;
  esac
  local name="\"$key\"[[:space:]]*:[[:space:]]*\"([^\"]*)\""
  [[ -z $isLong && $payload =~ $name ]] || return 1
  local found=${BASH_REMATCH[1]} rest=${payload/"${BASH_REMATCH[0]}"/}
  [[ $rest == *"\"$key\""* ]] && return 1
  case $found in
    Read | Grep | Glob | LS | NotebookRead | TodoWrite | read | grep | glob | list | ls | view | read_file | read_files) return 0 ;;
    read_many_files | list_directory | list_dir | list_files | glob_search | grep_search | search_file_content) return 0 ;;
    file_search | fs_read | todowrite | todo_write | write_todos | update_plan) return 0 ;;
  esac
  return 1
}

# Nobody decided. A refusal in every agent's words; elsewhere nothing is left to refuse.
give_up() {
  [[ -z $spool ]] || rm -f -- "$spool"
  # An event nobody has thought of is taken for one before a tool.
  case $event in
    Session* | session* | Stop | stop | agentStop | AfterAgent | UserPrompt* | userPrompt* | BeforeAgent) exit 0 ;;
    PostTool* | postTool* | AfterTool | after* | post_* | beforeSubmitPrompt | pre_user_prompt | pre_read_code) exit 0 ;;
    tool.after | tool.failed | turn.end | prompt.submit) exit 0 ;;
  esac
  only_reads && { printf '{}\n'; exit 0; }
  printf '{"decision":"deny","reason":"%s","permissionDecision":"deny","permissionDecisionReason":"%s","permission":"deny","user_message":"%s","deny":"%s","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}\n' "$1" "$1" "$1" "$1" "$1"
  printf '%s\n' "$1" >&2
  exit 2
}

# Where Writ is: as `init` wrote it down, else on the path, else in the repository.
find_writ() {
  { IFS= read -r node; IFS= read -r script; } 2>/dev/null <"$root/.orchestration/.state/command"
  [[ -n $script && -f $script ]] || script=$(type -P writ) || script=$root/node_modules/.bin/writ
  [[ -n $node && -x $node ]] || node=$(type -P node) || return 1
  [[ -f $script ]]
}

if [[ $agent == mcp ]]; then
  find_writ || { echo 'Writ is not installed here: install it from where your team has it, then run: writ init' >&2; exit 1; }
  exec "$node" "$script" mcp --project "$root"
fi

# Where the daemon says how to reach it: only in a folder of our own, and only from this start of the machine.
if [[ ${XDG_RUNTIME_DIR-} == /* && -O $XDG_RUNTIME_DIR ]]; then folder=${XDG_RUNTIME_DIR%/}/writ; else folder=/tmp/writ-$UID; fi
canStart=''
[[ ${WRIT_DAEMON-} == 0 || -e $folder || -L $folder ]] || canStart=1
if [[ -d $folder && -O $folder && ! -L $folder ]]; then [[ ${WRIT_DAEMON-} == 0 ]] || canStart=1; else folder=''; fi

# Most payloads are short, and bash takes a pipe byte by byte: the rest of a long one is left to `cat`.
IFS= read -r -d '' -n 4096 -t "$patience" payload
status=$?
((status > 128)) && give_up 'Writ got no whole payload in time, so this call is refused. Repeat it; if it stays so: writ doctor'
# Ended by a NUL byte rather than by its length: the byte is part of what came.
((status == 0 && ${#payload} < 4096)) && nul='\0' || nul=''
[[ $status -eq 0 ]] && isLong=1 || isLong=''

if [[ -n $folder ]]; then
  file=$folder/${root//\//%}
  if [[ ${#file} -lt 250 && -f $file && -O $file && ! -L $file ]]; then
    IFS=' ' read -r version port pid ask proof boot 2>/dev/null <"$file"
    now=-
    [[ ! -r /proc/sys/kernel/random/boot_id ]] || IFS= read -r now </proc/sys/kernel/random/boot_id
    if [[ $version == 1 && $boot == "$now" ]]; then
      gap=1
      if kill -0 "$pid" 2>/dev/null && { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null; then
        marks=''
        for mark in COPILOT_CLI COPILOT_HOME COPILOT_MODEL HOME CURSOR_VERSION QWEN_CODE_SESSION_ID GEMINI_SESSION_ID DROID_PROJECT_DIR FACTORY_PROJECT_DIR DEVIN_PROJECT_DIR CLAUDECODE CLAUDE_CODE_SESSION_ATTENDED WRIT_ENVIRONMENT WRIT_HOOK_DEPTH; do
          [[ -z ${!mark-} ]] || marks+=$mark=${!mark}$'\n'
        done
        if [[ -n $isLong ]]; then
          spool=$folder/payload.$$.$RANDOM
          # Beside the waiting, as a group of its own: an agent that never closes the pipe must not outlast the deadline.
          # What runs beside has no stdin of its own, and holds none of the agent's pipes.
          exec 4<&0
          set -m
          {
            set -C
            umask 077
            { printf "%s$nul" "$payload"; cat <&4; } >"$spool" &&
              printf '%s\0' "$ask" "$root" "$agent" "$event" "$PWD" "$PPID" "$marks" file "$spool" >&3
          } >/dev/null 2>&1 &
          copier=$!
          set +m
        else
          printf '%s\0' "$ask" "$root" "$agent" "$event" "$PWD" "$PPID" "$marks" inline "$payload" >&3
        fi
        answer "$proof"
        case $? in
          2)
            [[ -z $isLong ]] || kill -- "-$copier" 2>/dev/null
            give_up 'Writ did not answer in time, so this call is refused. Repeat it; if it stays so: writ doctor'
            ;;
          3) gap='' ;;
        esac
        exec 3>&-
      fi
    fi
  fi
fi

find_writ || give_up 'This repository is guarded by Writ, which is not installed here (or Node.js is missing), so nothing may be changed. A person must install Node.js, and Writ from where the team has it, then run: writ init'

# One thread is enough for one decision; starting more takes longer than it. So does following every folder of a path
# that is no link.
[[ -L $script ]] && follow='' || follow=--preserve-symlinks-main
set -- "$node" --no-warnings --v8-pool-size=0 $follow "$script" hook "$agent" "$event" --project "$root" --framed ${gap:+--gap}
if [[ -n $spool ]]; then
  wait "$copier" 2>/dev/null
  exec 3< <("$@" <"$spool" 2>/dev/null)
elif [[ -n $isLong ]]; then
  exec 3< <({ printf "%s$nul" "$payload"; cat; } 2>/dev/null | "$@" 2>/dev/null)
else
  exec 3< <(exec "$@" <<<"$payload" 2>/dev/null)
fi
child=$!

# Once the agent has its answer: nobody needs the long payload any more, and the next call finds a daemon.
tidy_up() {
  [[ -z $spool ]] || rm -f -- "$spool"
  [[ -n $canStart ]] || return
  set -m
  (
    trap '' HUP
    cd / || exit
    # It lives longer than the agent: nothing of the agent's stays open with it.
    for n in {3..255}; do eval "exec $n>&-"; done 2>/dev/null
    exec "$node" "$script" daemon run "$root" </dev/null >/dev/null 2>&1
  ) &
}
trap tidy_up EXIT

answer writ
status=$?
trap - EXIT
((status == 2)) && kill "$child" 2>/dev/null
give_up 'Writ broke while checking this call, so it is refused. To find out why: writ doctor'
