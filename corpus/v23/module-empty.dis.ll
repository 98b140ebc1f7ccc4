; ModuleID = 'module-empty.bc'
source_filename = "module-empty.ll"
