#!/usr/bin/env bash
# How an agent's hook reaches Writ: hands the payload to the daemon, or to the command itself where none runs, and prints
# the answer. Where neither answers, what changes something is denied and what only reads goes on.
# Written by `writ init`, the same for every agent; `writ uninstall` takes it out. A hook's command line reads it with
# `. writ.sh <agent> <event> framed`; lines of earlier versions and people run `bash -p writ.sh <agent> <event>`.
set +o posix
LC_ALL=C
trap '' PIPE
# What the guard loads is not for its surroundings to say, and reading certificates takes longer than deciding.
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
self=${BASH_SOURCE[0]}
[[ $self == /* ]] || self=$PWD/$self
root=${self%/.orchestration/*}
state=$root/.orchestration/.state
agent=${1-} event=${2-} framed=${3-} payload='' isLong=1 spool='' copier='' gap='' hung='' node='' script='' decides='' seal='' trouble=''

# Agents let a call pass when its hook is late: the answer comes in half the time they give.
case $event in SessionEnd | sessionEnd) patience=1 ;; *) patience=14 ;; esac
# A daemon says at once that it is at work. One that does not by then hangs, and there is time left to do without it;
# plugins, whose events have a dot in their names, wait as little as two seconds.
[[ $event == *.* ]] && promptness=1 || promptness=2

# The secret of this installation: a daemon shows it in its contact file, and the hook line takes no answer without it.
read_seal() {
  [[ -f $state/seal && ! -L $state/seal ]] && IFS= read -r seal 2>/dev/null <"$state/seal"
  [[ ${#seal} -eq 48 ]] || seal=''
  [[ -n $seal ]]
}

# Answers with an exit code, what goes to stderr, and what goes to stdout; then leaves. In the frame that the hook line
# knows, or as agents read it themselves.
reply() {
  if [[ -z $framed ]]; then
    [[ -z $2 ]] || printf '%s\n' "$2" >&2
    [[ -z $3 ]] || printf '%s\n' "$3" || exit 2
  else
    [[ -n $seal ]] || open_seal
    printf '%s %s %s\0%s\0' "${seal:0:16}" "$1" "$2" "${3:+$3$'\n'}"
  fi
  [[ -z $decides ]] || tidy_up
  exit "$1"
}

# Passes on the answer that comes on descriptor 3: "<proof> <exit code> <stderr lines> <stdout: none, line, all>", then
# the text. Comes back when there is none: 1 for nobody there, 2 for too late, 3 for "decide it yourself", 4 where a
# daemon did not even say within the given time that it is at work.
answer() {
  local proof='' code err out message='' text='' status left limit isAtWork='' step=${2-} isCopying=$isLong
  while :; do
    left=$((patience - SECONDS))
    ((left > 0)) || return 2
    limit="-t $((${step:-left} < left ? ${step:-left} : left))"
    [[ -z $isAtWork || -z $framed ]] || limit=''
    IFS=' ' read -r $limit proof code err out <&3
    status=$?
    if ((status > 128)); then
      [[ -n $step ]] || return 2
      # The daemon hears of the call only once the payload is whole.
      [[ -n $isCopying ]] || return 4
      kill -0 "$copier" 2>/dev/null || isCopying=''
    elif [[ $status -eq 0 && -z $proof && -n $step ]]; then
      step='' isAtWork=1
    else
      break
    fi
  done
  [[ $status -eq 0 && $proof == "$1" ]] || return 1
  [[ $code == again ]] && return 3
  if [[ $err == 1 ]]; then
    IFS= read -r -t 2 message <&3 || return 1
  fi
  case $out in
    line) IFS= read -r -t 2 text <&3 || return 1 ;;
    all)
      text=$(cat <&3)
      # The proof once more, behind the text: nothing of it is missing.
      [[ $text == *$'\n'"$1" ]] || return 1
      text=${text%$'\n'"$1"}
      ;;
  esac
  reply "$code" "$message" "$text"
}

# Where Writ is: as `init` wrote it down, else on the path, else in the repository.
find_writ() {
  { IFS= read -r node; IFS= read -r script; } 2>/dev/null <"$state/command"
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

# Most payloads are short, and bash takes a pipe byte by byte: the rest of a long one is left to `cat`. The hook line
# ends what takes too long; where it does, watching the time here as well would cost three more system calls a byte.
[[ -n $framed ]] && limit='' || limit="-t $patience"
IFS= read -r -d '' -n 4096 $limit payload
status=$?
((status > 128)) && trouble='Writ got no whole payload in time, so this call is denied. Repeat it; if it stays so, a user must run: writ doctor'
# Ended by a NUL byte rather than by its length: the byte is part of what came.
((status == 0 && ${#payload} < 4096)) && nul='\0' || nul=''
[[ $status -eq 0 ]] && isLong=1 || isLong=''

if [[ -n $folder && -z $trouble ]]; then
  file=$folder/${root//\//%}
  if [[ ${#file} -lt 250 && -f $file && -O $file && ! -L $file ]]; then
    IFS=' ' read -r version port pid ask proof sealed boot 2>/dev/null <"$file"
    # What a daemon wrote carries the seal of the sidecar; a file that came in an archive does not.
    read_seal
    now=-
    [[ ! -r /proc/sys/kernel/random/boot_id ]] || IFS= read -r now </proc/sys/kernel/random/boot_id
    if [[ $version == 3 && -n $seal && $sealed == "$seal" && $boot == "$now" ]]; then
      gap=1
      if kill -0 "$pid" 2>/dev/null && { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null; then
        marks=''
        for mark in COPILOT_CLI COPILOT_HOME COPILOT_MODEL HOME CURSOR_VERSION QWEN_CODE_SESSION_ID GEMINI_SESSION_ID DROID_PROJECT_DIR FACTORY_PROJECT_DIR DEVIN_PROJECT_DIR CLAUDECODE CLAUDE_CODE_SESSION_ATTENDED WRIT_ENVIRONMENT WRIT_HOOK_DEPTH WRIT_HOOK_LEVEL; do
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
        answer "$proof" "$promptness"
        case $? in
          2)
            [[ -z $isLong ]] || kill -- "-$copier" 2>/dev/null
            trouble='Writ did not answer in time, so this call is denied. Repeat it; if it stays so, a user must run: writ doctor'
            ;;
          3) gap='' ;;
          4) hung=$pid ;;
        esac
        exec 3>&-
      fi
    fi
  fi
fi

# No daemon answered: what follows is not even read where one does.

# The same, made where a fresh clone or work tree has none. Of two that make it at once the first one counts.
open_seal() {
  read_seal && return
  local next=$state/seal.$$.$RANDOM
  # Without git, a folder that Writ did not make itself would count as copied here.
  [[ -d $state || ! -e $root/.git ]] || mkdir "$state"
  (umask 077; { od -An -vN24 -tx1 /dev/urandom | tr -d ' \n'; echo; } >"$next" && rm -f "$state/seal" && { ln "$next" "$state/seal" || [[ -e $state/seal ]] || mv "$next" "$state/seal"; })
  rm -f "$next"
  read_seal
} 2>/dev/null

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

# Nobody decided. A denial in every agent's words; elsewhere nothing is left to deny.
give_up() {
  [[ -z $spool ]] || rm -f -- "$spool"
  decides=''
  # An event nobody has thought of is taken for one before a tool.
  case $event in
    Session* | session* | Stop | stop | agentStop | AfterAgent | UserPrompt* | userPrompt* | BeforeAgent) reply 0 '' '' ;;
    PostTool* | postTool* | AfterTool | after* | post_* | beforeSubmitPrompt | pre_user_prompt | pre_read_code) reply 0 '' '' ;;
    tool.after | tool.failed | turn.end | prompt.submit) reply 0 '' '' ;;
  esac
  only_reads && reply 0 '' '{}'
  local all
  printf -v all '{"decision":"deny","reason":"%s","permissionDecision":"deny","permissionDecisionReason":"%s","permission":"deny","user_message":"%s","deny":"%s","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}' "$1" "$1" "$1" "$1" "$1"
  reply 2 "$1" "$all"
}

[[ -z $trouble ]] || give_up "$trouble"
find_writ || give_up 'This repository is guarded by Writ, which is not installed here (or Node.js is missing), so nothing may be changed. A user must install Node.js, and Writ from where the team has it, then run: writ init'

# One thread is enough for one decision; starting more takes longer than it. So does following every folder of a path
# that is no link.
[[ -L $script ]] && follow='' || follow=--preserve-symlinks-main
set -- "$node" --no-warnings --v8-pool-size=0 $follow "$script" hook "$agent" "$event" --project "$root" --framed ${gap:+--gap} ${hung:+--hung $hung}
if [[ -n $spool ]]; then
  wait "$copier" 2>/dev/null
  exec 3< <("$@" <"$spool" 2>/dev/null)
elif [[ -n $isLong ]]; then
  exec 3< <({ printf "%s$nul" "$payload"; cat; } 2>/dev/null | "$@" 2>/dev/null)
else
  exec 3< <(exec "$@" <<<"$payload" 2>/dev/null)
fi
child=$! decides=1

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

answer writ
status=$?
((status == 2)) && kill "$child" 2>/dev/null
give_up 'Writ broke while checking this call, so it is denied. To find out why, a user must run: writ doctor'
