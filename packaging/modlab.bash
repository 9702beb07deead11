# Completion for modlab: the program knows its commands, options, axes and values, and is asked.

_modlab() {
  # From the line itself: bash would cut --where access=raw into three words.
  local line=${COMP_LINE:0:COMP_POINT} words
  read -ra words <<< "$line"
  [[ $line != *[[:space:]] ]] || words+=("")
  mapfile -t COMPREPLY < <("${words[0]}" complete "${words[@]:1}" 2> /dev/null)
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2> /dev/null; fi # a value follows
  # What bash replaces begins after the last of these.
  local word=${words[-1]}
  COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*[=:]}"}"}")
}
complete -o default -F _modlab modlab
